import { CallFailure, now, randomId, refusalText } from '@boyun/kernel/web';
import { accountHere, isUnreachable, posPost } from './pos-call.view.ts';
import { dequeue, enqueue, keep, kept, type RefusedAct, type WaitingAct, waitingActs } from './pos-store.view.ts';

/** The server's answer to an act. */
interface ActAnswer {
  readonly State: 'done' | 'refused';
  readonly OrderId: string | null;
  readonly Due: string | null;
  readonly Reason: string | null;
}

/**
 * Refusals after which the same act is sent again later: the session, the pairing, a payment under way, a busy server. The server says that
 * nothing is found only to a terminal it does not know; for others it keeps the act.
 */
const AGAIN =
  /^(pos\.unknown-terminal|order\.locked|kernel\.(not-found|busy|unavailable|too-slow|too-many|signed-.*))$|^$/;
const REFUSED = 'refused';

const send = (
  { clientId, kind, at, spotId, plate, orderId, entryClientId, cash, picture }: WaitingAct,
  IsLive: boolean,
) =>
  posPost<ActAnswer>('/api/pos/submit', {
    ClientId: clientId,
    Kind: kind,
    At: at,
    SentAt: now().toISOString(),
    IsLive,
    SpotId: spotId,
    Plate: plate,
    OrderId: orderId,
    EntryClientId: entryClientId,
    Cash: cash,
    ...(picture ? { File: new File([picture], 'car.jpg', { type: picture.type || 'image/jpeg' }) } : {}),
  });

/** Does an act: at once where the server answers, else it waits in the phone. Returns null where it waits; throws what the server refuses. */
export async function act(
  given: Partial<WaitingAct> & Pick<WaitingAct, 'kind'>,
): Promise<{ act: WaitingAct; answer: ActAnswer | null }> {
  const made: WaitingAct = {
    clientId: randomId(),
    at: now().toISOString(),
    account: accountHere() ?? '',
    spotId: null,
    plate: null,
    orderId: null,
    entryClientId: null,
    cash: null,
    picture: null,
    ...given,
  };
  // What came before is sent before.
  const isQueued = navigator.onLine === false || (await waitingActs()).length > 0;
  if (!isQueued)
    try {
      return { act: made, answer: await send(made, true) };
    } catch (error) {
      if (!isUnreachable(error)) throw error;
    }
  await enqueue(made);
  dispatchEvent(new Event('pos-queued'));
  return { act: made, answer: null };
}

let flushing: Promise<number> | null = null;

/** Sends what waits, oldest first, as far as the server answers; returns how much is left. */
export function flush(): Promise<number> {
  flushing ??= sendAll().finally(() => {
    flushing = null;
  });
  return flushing;
}

async function sendAll(): Promise<number> {
  const waiting = await waitingActs();
  for (const [key, one] of waiting) {
    if (one.account !== accountHere()) continue;
    try {
      const answer = await send(one, false);
      if (answer.State === 'refused') await noteRefused({ act: one, reason: answer.Reason ?? '' });
    } catch (error) {
      if (!(error instanceof CallFailure) || isUnreachable(error) || AGAIN.test(error.code)) break;
      await noteRefused({ act: one, reason: refusalText(error) });
    }
    await dequeue(key);
  }
  return (await waitingActs()).length;
}

const noteRefused = async (one: RefusedAct) => keep(REFUSED, [one, ...(await refusedActs())].slice(0, 100));

/** What the server could not book. */
export const refusedActs = async (): Promise<readonly RefusedAct[]> => (await kept<RefusedAct[]>(REFUSED)) ?? [];

/** Forgets what a person was told about. */
export const forgetRefused = () => keep(REFUSED, []);
