// Pieces of words as readers see them.

/**
 * "##ing", which goes on with a word, is "-ing"; with a hyphen that is no token's own.
 * @param {string} piece
 */
export const shownPiece = (piece) => piece.replace(/^##(?=.)/u, "\u2010");
