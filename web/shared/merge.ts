// Merges another language's messages over the English ones; what is missing stays English.
// biome-ignore lint/suspicious/noExplicitAny: trees of messages, of any form
export function merged(english: any, own: any): any {
  if (own === undefined || typeof english !== "object") return own ?? english;
  const all = Array.isArray(english) ? [...english] : { ...english };
  for (const key of Object.keys(own)) all[key] = merged(all[key], own[key]);
  return all;
}
