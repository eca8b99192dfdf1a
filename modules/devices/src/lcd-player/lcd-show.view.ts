import { now } from '@boyun/kernel/web';
import { addShow, NONE, nextBatch, type Waiting } from './lcd-count.view.ts';
import { keep, kept } from './lcd-store.view.ts';

let waiting: Waiting | null = null;
const NAME = 'shows';

async function change(to: (waiting: Waiting) => Waiting): Promise<Waiting> {
  waiting ??= (await kept<Waiting>(NAME)) ?? NONE;
  waiting = to(waiting);
  await keep(NAME, waiting);
  return waiting;
}

/** Notes that a programme was shown to its end. */
export const noteShow = (programmeId: string, fromMs: number) =>
  change((all) => addShow(all, programmeId, fromMs, now().getTime()));

/** The shows to send, with the number of their batch. */
export const takeBatch = () => change((all) => nextBatch(all, now().getTime()));

/** The server has counted the batch. */
export const confirmBatch = (batch: number) => change((all) => (all.batch === batch ? { ...all, sent: [] } : all));

/** Forgets what waits, when the pairing is over. */
export function forgetShows(): void {
  waiting = null;
}
