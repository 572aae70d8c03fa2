// A link to a section that has moved (book/moved.py) goes on to its new place.
(() => {
  const follow = () => {
    const link = document.querySelector(`.moved[id="${CSS.escape(location.hash.slice(1))}"] a`);
    if (link) location.replace(link.href);
  };
  follow();
  addEventListener("hashchange", follow);
})();
