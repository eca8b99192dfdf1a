import { now, useCommitted } from '@boyun/kernel/web';
import { useEffect, useState } from 'react';
import { forgetToken, isUnpaired, report } from './lcd-call.view.ts';
import { type FilePlaces, fetchFile, openFiles } from './lcd-file.view.ts';
import { confirmBatch, forgetShows, takeBatch } from './lcd-show.view.ts';
import { clearStore, keep, kept } from './lcd-store.view.ts';
import type { WireContent } from './lcd-wire.view.ts';

const EVERY_MS = 20_000;
/** Without an answer for longer than a period, the display says so. */
const STALE_MS = 25_000;
/** Without an answer for a month, a display shows no programmes. */
const LONGEST_MS = 30 * 86_400_000;

/** What is kept across a restart: the content, when the server last answered, and by how much the clock here is behind. */
interface Kept {
  readonly content: WireContent;
  readonly okMs: number;
  readonly behindMs: number;
}

/** What a display has now. */
export interface Player {
  readonly content: WireContent | null;
  readonly files: FilePlaces;
  readonly behindMs: number;
  /** When the server last answered, where that is too long ago; null while the line is good. */
  readonly staleSince: Date | null;
  /** The line has been lost for so long that nothing is shown. */
  readonly isTooOld: boolean;
  /** The pairing is over, with what the server said. */
  readonly ended: string | null;
}

const NOTHING: Player = {
  content: null,
  files: new Map(),
  behindMs: 0,
  staleSince: null,
  isTooOld: false,
  ended: null,
};

/** The work of a display beside showing: it reports itself, gets what to show and keeps it. */
class Sync {
  readonly #shown: () => string | null;
  readonly #tell: (change: Partial<Player>) => void;
  #kept: Kept | null = null;
  #files: FilePlaces = new Map();
  #missing: WireContent['Items'] = [];
  /** An address of a file was over: the content is asked for again. */
  #isAnew = false;

  constructor(shown: () => string | null, tell: (change: Partial<Player>) => void) {
    this.#shown = shown;
    this.#tell = tell;
  }

  /** Begins with what is in the display. */
  async open(): Promise<void> {
    this.#kept = await kept<Kept>('content');
    if (this.#kept) await this.#show(this.#kept.content);
  }

  async run(): Promise<void> {
    try {
      await this.#report();
      await this.#fetchMissing();
    } catch (error) {
      if (isUnpaired(error)) return this.#end((error as Error).message);
    }
    const okMs = this.#kept?.okMs ?? null;
    const sinceMs = okMs === null ? 0 : now().getTime() - okMs;
    this.#tell({
      staleSince: okMs !== null && sinceMs > STALE_MS ? new Date(okMs) : null,
      isTooOld: sinceMs > LONGEST_MS,
    });
  }

  async #report(): Promise<void> {
    const { batch, sent } = await takeBatch();
    const { At, Content } = await report({
      revision: this.#isAnew ? null : (this.#kept?.content.Revision ?? null),
      programmeId: this.#shown(),
      waitingFiles: this.#missing.length,
      batch,
      shows: sent,
    });
    await confirmBatch(batch);
    this.#isAnew = false;
    const content = Content ?? this.#kept!.content;
    const okMs = now().getTime();
    this.#kept = { content, okMs, behindMs: Date.parse(At) - okMs };
    await keep('content', this.#kept);
    if (Content) await this.#show(Content);
  }

  async #show(content: WireContent): Promise<void> {
    const { places, missing } = await openFiles(content, this.#files);
    [this.#files, this.#missing] = [places, missing];
    this.#tell({ content, files: places, behindMs: this.#kept?.behindMs ?? 0 });
  }

  async #fetchMissing(): Promise<void> {
    for (const one of this.#missing) if (!(await fetchFile(one))) this.#isAnew = true;
    if (this.#missing.length > 0) await this.#show(this.#kept!.content);
  }

  async #end(ended: string): Promise<void> {
    forgetToken();
    forgetShows();
    await clearStore();
    this.#tell({ ...NOTHING, ended });
  }
}

/** Keeps a display up to date; `shown` is the programme it shows now. */
export function usePlayer(shown: () => string | null): Player {
  const [player, setPlayer] = useState(NOTHING);
  const latest = useCommitted(shown);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let isBusy = true;
    const sync = new Sync(
      () => latest.current(),
      (change) => !isOver && setPlayer((before) => ({ ...before, ...change })),
    );
    const run = async () => {
      clearTimeout(timer);
      isBusy = true;
      await sync.run();
      isBusy = false;
      if (!isOver) timer = setTimeout(() => void run(), EVERY_MS);
    };
    const hurry = () => void (isBusy || run());
    addEventListener('online', hurry);
    void sync.open().then(run);
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener('online', hurry);
    };
  }, [latest]);
  return player;
}
