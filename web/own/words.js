// All words about the reader's own BERT where it is shown. A translation replaces this file and
// leaves the others alone.

/** @import { How } from "./keep.js" */

const LATELY = 30 * 60000; // milliseconds: so long it is "just now"
const whenCame = (/** @type {number} */ since) =>
  Date.now() - since < LATELY
    ? "just now"
    : `on ${new Date(since).toLocaleDateString("en-GB", { day: "numeric", month: "long" })}`;

export const MINE = {
  looking: ["You are looking at ", "your", " BERT"],
  /** @type {(came: { since: number, how?: How }) => string} */
  came: ({ since, how }) => `, ${how === "uploaded" ? "uploaded" : "trained"} ${whenCame(since)}.`,
  speaks: " The text speaks of the book’s.",
  unkept: " This browser keeps nothing for the book, so it stays until you leave the page.",
  failed: "This BERT could not be drawn here.",
  back: "Back to the book’s",
  again: "This is the book’s BERT again.",
};
