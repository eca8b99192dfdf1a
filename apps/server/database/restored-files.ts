import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The files a restore puts into the data folder; until `keep`, `undo` brings the folder back to what it was. */
export class RestoredFiles {
  readonly #dataDir: string;
  /** Folders and files that were not there before; what is below such a folder is not listed. */
  readonly #made: string[] = [];
  readonly #newFolders = new Set<string>();
  /** Files that were there before, and where they are kept meanwhile. */
  readonly #replaced: { target: string; kept: string }[] = [];

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Writes one file; it appears whole or not at all. Throws when its path leads out of the data folder. */
  async write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const clean = normalize(path);
    if (path.startsWith('/') || clean.split(sep).includes('..') || /^[a-z]:/i.test(path)) {
      throw new Error(`The backup names a file outside the data folder (${path}); it is not restored.`);
    }
    const target = join(this.#dataDir, clean);
    const draft = `${target}.partial`;
    this.#makeFolder(dirname(target));
    try {
      await pipeline(Readable.from(bytes, { objectMode: false }), createWriteStream(draft, { mode: 0o600 }));
      this.#remember(target);
      renameSync(draft, target);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  }

  #makeFolder(folder: string): void {
    const first = mkdirSync(folder, { recursive: true });
    if (!first) return;
    // Only the topmost new folder has to be removed again.
    if (!this.#isNew(first)) this.#made.push(first);
    this.#newFolders.add(first);
  }

  #isNew(path: string): boolean {
    for (let folder = path; ; folder = dirname(folder)) {
      if (this.#newFolders.has(folder)) return true;
      if (folder === dirname(folder)) return false;
    }
  }

  #remember(target: string): void {
    if (this.#isNew(dirname(target))) return;
    if (!existsSync(target)) {
      this.#made.push(target);
      return;
    }
    const kept = `${target}.replaced`;
    renameSync(target, kept);
    this.#replaced.push({ target, kept });
  }

  /** Ends the restore: what was replaced is removed. */
  keep(): void {
    for (const { kept } of this.#replaced) rmSync(kept, { force: true });
  }

  /** Removes what was written and puts back what was replaced. */
  undo(): void {
    for (const path of this.#made) rmSync(path, { recursive: true, force: true });
    for (const { target, kept } of this.#replaced) renameSync(kept, target);
  }
}
