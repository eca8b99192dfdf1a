import type { BoxContext } from '@boyun/devices/server';
import { Refusal } from '@boyun/kernel/contract';
import {
  byPlate,
  coversLot,
  handle,
  handleFreely,
  notFound,
  retainedPlates,
  retainedTable,
  serveReport,
  type TenantTx,
} from '@boyun/kernel/server';
import { bookItemCash } from './box-cash.service.ts';
import { bookBoxCash, boxItemList, boxItemRefusal, retakeBoxItems, settleBoxItems } from './box-item.contract.ts';
import { type KeptItem, lockItem, writeOutcome, writeSettled } from './box-item.queries.ts';
import { boxItemSettled } from './box-item-event.contract.ts';
import { bookItem } from './handover.service.ts';
import { readKept } from './item-reading.service.ts';

/** What boxes handed over, newest first. */
export const boxItemListServer = serveReport(boxItemList, ({ who }) => ({
  from: 'box_item',
  as: 'i',
  lot: 'i.lot_id',
  own: 'i.account_id = ?',
  period: 'i.received_at',
  filters: { plate: byPlate('i.plate'), isDifferent: () => 'i.difference_fen <> 0' },
  columns: {
    what: `coalesce(i.reason_${who.language}, i.content ->> 'Why', i.content ->> 'Act', '')`,
    offsetSeconds: 'round(i.offset_ms / 1000.0)::int',
  },
  order: 'i.received_at desc, i.id desc',
  totals: { amountFen: 'i.amount_fen', differenceFen: 'i.difference_fen' },
}));

/** A refused item of the caller's lots, locked. */
async function requireRefused(tx: TenantTx, id: string): Promise<KeptItem> {
  const item = await lockItem(tx, id);
  if (!item || !coversLot(tx.who, item.lotId)) throw notFound(tx.who, retakeBoxItems.input.itemIds.label);
  if (item.state !== 'refused') throw new Refusal(boxItemRefusal['not-refused']);
  return item;
}

/** The box of an item as it was then: it may have been moved or removed since. */
async function boxOf(tx: TenantTx, { boxId, boxName, lotId }: KeptItem): Promise<BoxContext> {
  const [lot] = await tx.query<{ timeZone: string }>(
    'select time_zone from lot_fact where tenant_id = $1 and id = $2',
    [tx.tenantId, lotId],
  );
  return { tenantId: tx.tenantId, boxId, boxName, lotId, zone: lot?.timeZone ?? tx.who.zone };
}

/** Takes refused items again; each stays refused where its cause remains. */
const retakeServer = handleFreely(retakeBoxItems, async (kernel, { itemIds }, { who }) => {
  let takenCount = 0;
  for (const id of itemIds) {
    const found = await kernel.database.inTenant(who!, async (tx) => {
      const item = await requireRefused(tx, id);
      return { item, box: await boxOf(tx, item) };
    });
    const read = readKept(found.item, found.box.zone);
    if (!read) continue;
    try {
      await bookItem(kernel, found.box, read, id);
      takenCount += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  await kernel.database.inTenant(who!, async (tx) => {
    tx.audit({
      action: retakeBoxItems.audit!,
      subjectKind: 'box-item',
      subject: String(itemIds.length),
      after: { takenCount },
    });
  });
  return { takenCount, refusedCount: itemIds.length - takenCount };
});

const bookCashServer = handle(bookBoxCash, async (tx, { itemId, orderId, collectorId, note }, act) => {
  const item = await requireRefused(tx, itemId);
  const box = await boxOf(tx, item);
  const read = readKept(item, box.zone);
  if (read?.kind !== 'cash') throw new Refusal(boxItemRefusal['not-cash']);
  const outcome = await bookItemCash(tx, box, read, { orderId, ...(collectorId ? { collectorId } : {}) });
  await writeOutcome(tx, itemId, outcome);
  await writeSettled(tx, itemId, note);
  tellSettled(tx, item, note);
  act.describe({
    subjectKind: 'order',
    subjectId: orderId,
    subject: outcome.plate ?? '',
    lotId: item.lotId,
    after: { note },
  });
  return { paymentNo: outcome.paymentNo! };
});

const settleServer = handle(settleBoxItems, async (tx, { itemIds, note }, act) => {
  for (const id of itemIds) {
    const item = await requireRefused(tx, id);
    await writeSettled(tx, id, note);
    tellSettled(tx, item, note);
  }
  act.describe({ subjectKind: 'box-item', subject: String(itemIds.length), after: { itemIds, note } });
  return {};
});

function tellSettled(tx: TenantTx, { id, lotId, boxId, kind }: KeptItem, note: string): void {
  tx.emit(boxItemSettled, { lotId, subjectId: id, data: { boxId, kind, note } });
}

/** Acts on what boxes handed over. */
export const boxItemServers = [retakeServer, bookCashServer, settleServer];

/** Items are kept as long as passings, and name strangers as long as those; what waits for a person stays as it is. */
export const retainedItems = [
  retainedTable({
    key: 'passing',
    part: 'box items',
    table: 'box_item',
    condition: "state <> 'refused'",
    fileColumn: 'picture',
  }),
  retainedPlates({
    part: 'box items',
    table: 'box_item',
    endColumn: "(case when state <> 'refused' then received_at end)",
  }),
];
