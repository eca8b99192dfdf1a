import { closeLane, holdLane, openLane } from '@boyun/devices/contract';
import { type BoxContext, boxWho, findBoxSetup, noteActOnSite } from '@boyun/devices/server';
import { DeviceFault, parseJson, pictureOf } from '@boyun/gateway/server';
import { type Label, Refusal } from '@boyun/kernel/contract';
import { type Kernel, rowRefusal, type TenantTx } from '@boyun/kernel/server';
import { actingWho } from './acting-who.service.ts';
import { bookItemCash } from './box-cash.service.ts';
import { boxItemRefusal } from './box-item.contract.ts';
import {
  claim,
  claimItem,
  findItems,
  findToldPassing,
  type ItemOutcome,
  type KeptItem,
  writeOutcome,
} from './box-item.queries.ts';
import { boxItemRefused } from './box-item-event.contract.ts';
import { takePassingItem } from './box-passing.service.ts';
import { MOST_ITEMS } from './handover.contract.ts';
import { type ReadItem, readItem, type UnreadItem } from './item-reading.service.ts';

/** What is older is refused: the days it belongs to are closed. */
const OLDEST_DAYS = 30;
/** Refusals that pass: the box sends it again. */
const PASSING = new Set(['order.locked']);

/**
 * Takes what a box did without the cloud, one item after the other, each once. The answer names each item: what could not be taken is kept
 * for a person, and from the first that must wait on the box keeps them. Throws DeviceFault for a call that cannot be read at all.
 */
export async function takeHandover(kernel: Kernel, box: BoxContext, body: Uint8Array): Promise<object> {
  const { SentAt, Items } = parseJson(body);
  const now = kernel.clock.now();
  const sentAt = new Date(typeof SentAt === 'string' ? SentAt : Number.NaN);
  if (Number.isNaN(sentAt.getTime())) throw new DeviceFault('malformed', 'SentAt');
  if (!Array.isArray(Items) || Items.length === 0 || Items.length > MOST_ITEMS)
    throw new DeviceFault('malformed', `Items: 1 to ${MOST_ITEMS}`);
  const handed = { now, offsetMs: now.getTime() - sentAt.getTime(), zone: box.zone };
  const items = Items.map((one) => readItem(one, handed)).sort((one, other) => one.seq - other.seq);
  const known = await kernel.database.inTenant(
    boxWho(box),
    (tx) =>
      findItems(
        tx,
        box.boxId,
        items.map((one) => one.itemId),
      ),
    { isRead: true },
  );
  const byId = new Map(known.map((one) => [one.itemId, one]));
  const answers: object[] = [];
  let isWaiting = false;
  for (const item of items) {
    const before = byId.get(item.itemId);
    const taken: Taken = before ? formerOutcome(before) : isWaiting ? LATER : await takeItem(kernel, box, item);
    isWaiting ||= taken === LATER;
    answers.push(answerOf(item, taken));
  }
  return { ServerTime: kernel.clock.now().toISOString(), Items: answers };
}

const LATER = { state: 'later' } as const;
type Taken = ItemOutcome | typeof LATER;

function answerOf({ seq, itemId }: ReadItem | UnreadItem, taken: Taken): object {
  const { reason, orderId, passingId, paymentNo, dueFen, differenceFen } = { ...NOTHING, ...taken };
  return {
    Seq: seq,
    ItemId: itemId,
    State: taken.state,
    Reason: reason?.zh ?? null,
    OrderId: orderId,
    PassingId: passingId,
    PaymentNo: paymentNo,
    DueFen: dueFen,
    DifferenceFen: differenceFen,
  };
}

const NOTHING = { reason: null, orderId: null, passingId: null, paymentNo: null, dueFen: null, differenceFen: null };

/** The outcome of an item that was taken or refused before. */
function formerOutcome(kept: KeptItem): ItemOutcome {
  const { state, orderId, passingId, paymentNo, dueFen, differenceFen, reasonZh, reasonEn } = kept;
  const reason = reasonZh === null ? null : { zh: reasonZh, en: reasonEn ?? reasonZh };
  return {
    state: state === 'refused' ? 'refused' : 'repeated',
    orderId,
    passingId,
    paymentNo,
    dueFen,
    differenceFen,
    reason,
  };
}

async function takeItem(kernel: Kernel, box: BoxContext, item: ReadItem | UnreadItem): Promise<Taken> {
  try {
    if ('unreadable' in item) throw new Refusal(boxItemRefusal.unreadable, { reason: item.unreadable.slice(0, 200) });
    if (kernel.clock.now().getTime() - item.happenedAt.getTime() > OLDEST_DAYS * 86_400_000)
      throw new Refusal(boxItemRefusal['too-old'], { days: OLDEST_DAYS });
    return await bookItem(kernel, box, item, null);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (PASSING.has(error.rule.code)) return LATER;
    return keepRefused(kernel, box, item, error);
  }
}

/** Books an item, new or (by the id of its row) refused before. Throws Refusal. */
export async function bookItem(
  kernel: Kernel,
  box: BoxContext,
  item: ReadItem,
  rowId: string | null,
): Promise<ItemOutcome> {
  if (item.kind === 'passing') return takePassingItem(kernel, box, item, rowId);
  return kernel.database.inTenant(await actingWho(kernel, box, item.accountId), async (tx) => {
    const id = await claim(tx, box, item, rowId);
    if (id === null) return formerOutcome((await findItems(tx, box.boxId, [item.itemId]))[0]!);
    const outcome = item.kind === 'cash' ? await bookItemCash(tx, box, item) : await noteBarrier(tx, box, item);
    await writeOutcome(tx, id, outcome);
    return outcome;
  });
}

/** Keeps an item that cannot be taken, for a person to settle. */
async function keepRefused(
  kernel: Kernel,
  box: BoxContext,
  item: ReadItem | UnreadItem,
  error: Refusal,
): Promise<ItemOutcome> {
  const reason: Label = { zh: rowRefusal(error, 'zh').words, en: rowRefusal(error, 'en').words };
  return kernel.database.inTenant(boxWho(box), async (tx) => {
    const id = await claimItem(tx, box, item);
    if (id === null) return formerOutcome((await findItems(tx, box.boxId, [item.itemId]))[0]!);
    const outcome = { state: 'refused', reason, picture: await keepPicture(tx, kernel, id, item) } as const;
    await writeOutcome(tx, id, outcome);
    const { kind, plate, amountFen } = item;
    tx.emit(boxItemRefused, {
      lotId: box.lotId,
      subjectId: id,
      data: { boxId: box.boxId, boxName: box.boxName, kind, plate, amountFen: amountFen ?? 0, reason: reason.zh },
    });
    tx.audit({
      action: boxItemRefused.kind,
      subjectKind: 'box-item',
      subjectId: id,
      subject: plate ?? box.boxName,
      lotId: box.lotId,
      after: { kind, amountFen, refused: reason.zh },
    });
    return outcome;
  });
}

/** Keeps the picture of a passing that could not be taken; returns its key. */
async function keepPicture(
  tx: TenantTx,
  { files }: Kernel,
  id: string,
  item: ReadItem | UnreadItem,
): Promise<string | null> {
  const bytes = 'unreadable' in item || item.kind !== 'passing' ? null : pictureOf(item.said.picture);
  if (!bytes) return null;
  const key = `${tx.tenantId}/box/${tx.now.toISOString().slice(0, 10)}/${id}.${bytes[0] === 0xff ? 'jpg' : 'png'}`;
  await files.spool(key, bytes);
  return key;
}

/** What each act does to the barrier, and as what it is recorded. */
const ACTS = {
  open: { kind: 'open', audit: openLane.audit! },
  'hold-open': { kind: 'open', audit: openLane.audit! },
  close: { kind: 'close', audit: closeLane.audit! },
  'hold-closed': { kind: 'close', audit: closeLane.audit! },
  normal: { kind: null, audit: holdLane.audit! },
} as const;

/** Notes what was done at a barrier on site in the log of its lane. */
async function noteBarrier(
  tx: TenantTx,
  box: BoxContext,
  { said, happenedAt: at }: ReadItem & { kind: 'barrier' },
): Promise<ItemOutcome> {
  const { laneCode, act, cause, why, plate, eventId } = said;
  const laneIds = (await findBoxSetup(tx, box.boxId))?.laneIds ?? [];
  const [lane] = await tx.query<{ id: string; name: string; direction: string }>(
    'select id, name, direction from lane_fact where tenant_id = $1 and id = any($2::uuid[]) and code = $3',
    [tx.tenantId, laneIds, laneCode],
  );
  if (!lane) throw new Refusal(boxItemRefusal['no-lane'], { lane: laneCode });
  const passing = eventId ? await findToldPassing(tx, laneIds, eventId) : null;
  const { kind, audit } = ACTS[act as keyof typeof ACTS];
  if (kind)
    await noteActOnSite(tx, {
      laneId: lane.id,
      lotId: box.lotId,
      direction: lane.direction,
      kind,
      reason: why,
      plate,
      passingId: passing?.passingId ?? null,
      at,
      isByHand: cause !== 'policy',
    });
  tx.audit({
    action: audit,
    subjectKind: 'lane',
    subjectId: lane.id,
    subject: lane.name,
    lotId: box.lotId,
    after: { act, cause, why, plate, at, box: box.boxName },
  });
  return { state: 'done', laneId: lane.id, passingId: passing?.passingId ?? null, orderId: passing?.orderId ?? null };
}
