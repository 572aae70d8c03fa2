// WordPiece tokens as shown to readers.

// "##ing", which goes on with a word, is "-ing"; with a hyphen that is no token's own.
export const shownPiece = (piece: string) => piece.replace(/^##(?=.)/u, "\u2010");
