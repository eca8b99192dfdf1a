import { buffer } from 'node:stream/consumers';
import { type BoxContext, findBoxCamera } from '@boyun/devices/server';
import { pictureOf } from '@boyun/gateway/server';
import { type Label, Refusal } from '@boyun/kernel/contract';
import type { Kernel, TenantTx } from '@boyun/kernel/server';
import { neverCameIn, passLate, recordPassing } from '@boyun/passings/server';
import { actingWho } from './acting-who.service.ts';
import { boxItemRefusal } from './box-item.contract.ts';
import { claim, findItems, type ItemOutcome, writeOutcome } from './box-item.queries.ts';
import type { ReadItem } from './item-reading.service.ts';

type PassingItem = ReadItem & { kind: 'passing' };

/**
 * Takes a passing that a box decided without the cloud, as a late record of its camera: it moves no barrier. One the cloud had answered
 * already is known; if the car was held then and the box let it through later, its stay begins or ends when it did. Cars that were not let
 * through are only noted; the stay of one that the cloud had let in, by an answer that never arrived, ends. Throws Refusal.
 */
export async function takePassingItem(
  kernel: Kernel,
  box: BoxContext,
  item: PassingItem,
  rowId: string | null,
): Promise<ItemOutcome> {
  const { said } = item;
  const device = await findBoxCamera(kernel.database, box, said.laneCode, said.cameraSerialNo);
  if (!device) throw new Refusal(boxItemRefusal['no-lane'], { lane: said.laneCode });
  const { laneId } = device;
  const told =
    said.decision === 'open'
      ? await recordPassing(kernel, device, {
          eventKey: said.eventId,
          plate: said.plate,
          plateColor: said.plateColor,
          confidence: said.confidence,
          vehicleKind: said.vehicleKind,
          happenedAt: item.happenedAt,
          isOffline: true,
          isByRemote: said.isByRemote,
          picture: pictureOf(said.picture) ?? (item.picture ? await keptPicture(kernel, item.picture) : null),
        })
      : null;
  return kernel.database.inTenant(await actingWho(kernel, box, item.accountId), async (tx) => {
    const id = await claim(tx, box, item, rowId);
    if (id === null) return knownBefore(tx, box, item);
    const outcome: ItemOutcome = !told
      ? await notPassed(tx, box, item, device)
      : await outcomeOf(tx, box, item, { laneId, passingId: told.passingId, isRepeated: told.isRepeated });
    await writeOutcome(tx, id, outcome);
    return outcome;
  });
}

async function notPassed(
  tx: TenantTx,
  { lotId }: BoxContext,
  { said, happenedAt: at }: PassingItem,
  { laneId, cameraId }: { readonly laneId: string; readonly cameraId: string },
): Promise<ItemOutcome> {
  const empty = await neverCameIn(tx, { lotId, cameraId, eventKey: said.eventId, at });
  if (empty) return { state: 'done', laneId, ...empty, reason: NEVER_CAME_IN };
  return { state: 'done', laneId, reason: NOT_LET_THROUGH[said.decision as 'hold' | 'refuse'] };
}

async function keptPicture({ files }: Kernel, key: string): Promise<Uint8Array | null> {
  const stream = await files.open(key);
  return stream && buffer(stream);
}

const NOT_LET_THROUGH: Readonly<Record<'hold' | 'refuse', Label>> = {
  hold: { zh: '车辆未通过，仅记录', en: 'It did not pass, only noted' },
  refuse: { zh: '盒子未放行，仅记录', en: 'The box did not let it through, only noted' },
};

const NEVER_CAME_IN: Label = {
  zh: '云端已放行，但断网未开闸：车辆未入场，停车已结束',
  en: 'The cloud had let it in, but the line was cut and the barrier stayed closed: its stay has ended',
};

/** The same item was taken at the same time by another call. */
async function knownBefore(tx: TenantTx, box: BoxContext, { itemId }: PassingItem): Promise<ItemOutcome> {
  const [row] = await findItems(tx, box.boxId, [itemId]);
  return {
    state: row?.state === 'refused' ? 'refused' : 'repeated',
    orderId: row?.orderId ?? null,
    passingId: row?.passingId ?? null,
  };
}

async function outcomeOf(
  tx: TenantTx,
  box: BoxContext,
  { said, happenedAt: at }: PassingItem,
  told: { readonly laneId: string; readonly passingId: string; readonly isRepeated: boolean },
): Promise<ItemOutcome> {
  const { laneId, passingId } = told;
  const late = told.isRepeated
    ? await passLate(tx, { lotId: box.lotId, passingId, at, reason: reasonOf(box, said.why) })
    : null;
  const [passing] = await tx.query<{ orderId: string | null; plate: string; direction: string; dueFen: number | null }>(
    `select p.order_id, p.plate, p.direction, (select s.due_fen from stay_fact s where s.tenant_id = p.tenant_id and s.id = p.order_id) as due_fen
     from passing_fact p where p.tenant_id = $1 and p.id = $2`,
    [tx.tenantId, passingId],
  );
  const dueFen = passing?.direction === 'exit' && passing.orderId ? Math.max(0, passing.dueFen ?? 0) : null;
  return {
    state: told.isRepeated && !late?.isNew ? 'repeated' : 'done',
    laneId,
    plate: passing?.plate ?? null,
    orderId: passing?.orderId ?? null,
    passingId,
    dueFen,
    reason: late?.isNew ? LET_THROUGH_LATER : null,
  };
}

const LET_THROUGH_LATER: Label = {
  zh: '云端曾拦下，断网后由盒子放行',
  en: 'The cloud had held it; the box let it through afterwards',
};

function reasonOf({ boxName }: BoxContext, why: string | null): Label {
  return {
    zh: `断网期间由盒子“${boxName}”放行${why ? `：${why}` : ''}`,
    en: `Let through by box "${boxName}" without the cloud${why ? `: ${why}` : ''}`,
  };
}
