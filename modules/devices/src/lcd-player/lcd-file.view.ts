import { dropFile, keepFile, keptFile, keptFiles } from './lcd-store.view.ts';
import type { WireContent } from './lcd-wire.view.ts';

/** The bytes a display keeps of files. */
const MOST_BYTES = 400_000_000;

/** Addresses in memory of the files of programmes, by their id. */
export type FilePlaces = ReadonlyMap<string, string>;

/** Opens the files of programmes that are in the display, lets go of all others, and says which are missing. */
export async function openFiles(
  content: WireContent,
  places: FilePlaces,
): Promise<{ places: FilePlaces; missing: WireContent['Items'] }> {
  const wanted = content.Items.filter((one) => one.FileId !== null);
  const ids = new Set(wanted.map((one) => one.FileId!));
  for (const id of await keptFiles()) if (!ids.has(id)) await dropFile(id);
  for (const [id, place] of places) if (!ids.has(id)) URL.revokeObjectURL(place);
  const opened = new Map<string, string>();
  for (const id of ids) {
    const file = places.has(id) ? null : await keptFile(id);
    const place = places.get(id) ?? (file && URL.createObjectURL(file));
    if (place) opened.set(id, place);
  }
  let room = MOST_BYTES;
  const fitting = wanted.filter((one) => {
    room -= one.Bytes;
    return room >= 0;
  });
  return { places: opened, missing: fitting.filter((one) => !opened.has(one.FileId!)) };
}

/** Fetches a file into the display; false where its address is no longer valid. */
export async function fetchFile(item: WireContent['Items'][number]): Promise<boolean> {
  const answer = await fetch(item.FileUrl!, { cache: 'no-store' });
  if (!answer.ok) return false;
  await keepFile(item.FileId!, await answer.blob());
  return true;
}
