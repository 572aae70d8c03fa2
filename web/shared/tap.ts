// What a press does depends on what presses, never on the size of the screen. A mouse points before
// it presses, and a key has the focus; a finger has no way to look but to tap. So its first tap on a
// thing only looks at it, and a second one on the same thing acts.

// Whether fingers are what the device is made for: captions are for them before anything has been
// touched, and what is pressed is at least TOUCH high.
export const TOUCH = 24; // pixels
export const coarse = () => matchMedia("(pointer: coarse)").matches;

// el: in which all is pressed
// turned: called when a reader goes from fingers to a mouse, or back
export function taps(el: EventTarget, signal: AbortSignal, turned: () => void = () => {}) {
  let finger = coarse();
  let seen: string | null = null;
  el.addEventListener(
    "pointerdown",
    (event) => {
      const touch = (event as PointerEvent).pointerType === "touch";
      if (touch === finger) return;
      finger = touch;
      turned();
    },
    { capture: true, signal },
  );
  return {
    /** Whether the reader taps: captions then say so. */
    get finger() {
      return finger;
    },
    // Whether this click acts on a thing, or is the first look at it. One that no pointer made, as a
    // key and a screen reader do, has `detail` 0; the browsers that don't say which pointer it was
    // have sent its pointerdown.
    acts(
      thing: string,
      { detail, pointerType }: Pick<PointerEvent, "detail"> & { pointerType?: string },
    ) {
      const again = thing === seen,
        touch = detail > 0 && (pointerType ? pointerType === "touch" : finger);
      seen = thing;
      return again || !touch;
    },
    /** What was looked at is no more what is seen. */
    forget() {
      seen = null;
    },
  };
}
