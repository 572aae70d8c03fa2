// The files of a drop, and those of a folder that was dropped whole.

import { refuse } from "./refusal.ts";
import { WORDS } from "./words.toml";

const fileOf = (entry: FileSystemEntry) =>
  new Promise<File>((yes, no) => (entry as FileSystemFileEntry).file(yes, no));

// Some at a time, until none are left; folders in it stay closed.
async function filesIn(reader: FileSystemDirectoryReader): Promise<File[]> {
  const some = await new Promise<FileSystemEntry[]>((yes, no) => reader.readEntries(yes, no));
  if (!some.length) return [];
  const files = await Promise.all(some.filter((entry) => entry.isFile).map(fileOf));
  return [...files, ...(await filesIn(reader))];
}

export async function dropped(entries: (FileSystemEntry | null)[], files: File[]) {
  const folders = entries.filter((entry) => entry?.isDirectory) as FileSystemDirectoryEntry[],
    alone = files.filter(({ name }) => !folders.some((folder) => folder.name === name));
  const inside = await Promise.all(folders.map((folder) => filesIn(folder.createReader()))).catch(
    () => refuse(WORDS.no.folder), // a page that is itself a file may not look into one
  );
  return [...alone, ...inside.flat()];
}
