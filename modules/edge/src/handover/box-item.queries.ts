import type { BoxContext } from '@boyun/devices/server';
import type { Label } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { BoxItemKind, BoxItemState } from './handover.contract.ts';

/** An item as it is kept. */
export interface KeptItem {
  readonly id: string;
  readonly boxId: string;
  readonly boxName: string;
  readonly lotId: string;
  readonly itemId: string;
  readonly seq: number;
  readonly kind: BoxItemKind;
  readonly happenedAt: Date;
  readonly offsetMs: number;
  readonly receivedAt: Date;
  readonly state: BoxItemState;
  readonly plate: string | null;
  readonly accountId: string | null;
  readonly amountFen: number | null;
  readonly dueFen: number | null;
  readonly differenceFen: number | null;
  readonly orderId: string | null;
  readonly passingId: string | null;
  readonly paymentNo: string | null;
  readonly picture: string | null;
  readonly reasonZh: string | null;
  readonly reasonEn: string | null;
  readonly content: Record<string, unknown>;
}

const COLUMNS = `id, box_id, box_name, lot_id, item_id, seq, kind, happened_at, offset_ms, received_at, state, plate, account_id,
  amount_fen, due_fen, difference_fen, order_id, passing_id, payment_no, picture, reason_zh, reason_en, content`;

/** The items of a box with these ids, as they were taken before. */
export function findItems(tx: TenantTx, boxId: string, itemIds: readonly string[]): Promise<KeptItem[]> {
  return tx.query<KeptItem>(
    `select ${COLUMNS} from box_item where tenant_id = $1 and box_id = $2 and item_id = any($3)`,
    [tx.tenantId, boxId, itemIds],
  );
}

/** An item by the id of its row, locked. */
export async function lockItem(tx: TenantTx, id: string): Promise<KeptItem | null> {
  const [row] = await tx.query<KeptItem>(
    `select ${COLUMNS} from box_item where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** What an item of any kind says. */
export interface HeadOfItem {
  readonly itemId: string;
  readonly seq: number;
  readonly kind: BoxItemKind;
  readonly happenedAt: Date;
  readonly offsetMs: number;
  readonly plate: string | null;
  readonly amountFen: number | null;
  readonly accountId: string | null;
  readonly content: object;
  /** The key of a picture that was kept when it was refused. */
  readonly picture?: string | null;
}

/** Claims an item of a box; null where it was claimed before. It counts as done until `writeOutcome` says otherwise. */
export async function claimItem(tx: TenantTx, box: BoxContext, item: HeadOfItem): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `insert into box_item (tenant_id, id, box_id, box_name, lot_id, item_id, seq, kind, happened_at, offset_ms, received_at, state,
       plate, amount_fen, account_id, account_name, content)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'done', $12, $13, $14,
       (select coalesce(nullif(a.name, ''), a.account) from account_fact a where a.tenant_id = $1 and a.id = $14::uuid), $15)
     on conflict (tenant_id, box_id, item_id) do nothing returning id`,
    [
      tx.tenantId,
      tx.newId(),
      box.boxId,
      box.boxName,
      box.lotId,
      item.itemId,
      item.seq,
      item.kind,
      item.happenedAt,
      item.offsetMs,
      tx.now,
      item.plate,
      item.amountFen,
      item.accountId,
      JSON.stringify(item.content),
    ],
  );
  return row?.id ?? null;
}

/** Claims a new item, or (by the id of its row) one that was refused before; null where somebody else was faster. */
export async function claim(
  tx: TenantTx,
  box: BoxContext,
  item: HeadOfItem,
  rowId: string | null,
): Promise<string | null> {
  if (rowId === null) return claimItem(tx, box, item);
  return (await lockItem(tx, rowId))?.state === 'refused' ? rowId : null;
}

/** What became of an item. */
export interface ItemOutcome {
  readonly state: 'done' | 'repeated' | 'refused';
  readonly laneId?: string | null;
  readonly plate?: string | null;
  readonly orderId?: string | null;
  readonly passingId?: string | null;
  readonly paymentNo?: string | null;
  readonly dueFen?: number | null;
  readonly differenceFen?: number | null;
  readonly picture?: string | null;
  readonly reason?: Label | null;
}

/** Writes what became of an item. What it said is needed whole only while it may be taken again. */
export async function writeOutcome(tx: TenantTx, id: string, outcome: ItemOutcome): Promise<void> {
  const { state, laneId = null, plate = null, orderId = null, passingId = null, paymentNo = null } = outcome;
  const { dueFen = null, differenceFen = null, picture = null, reason = null } = outcome;
  await tx.query(
    `update box_item set state = $3, lane_id = coalesce($4::uuid, lane_id),
       lane_name = coalesce((select l.name from lane_fact l where l.tenant_id = $1 and l.id = $4::uuid), lane_name),
       plate = coalesce($5, plate), order_id = $6, passing_id = $7, payment_no = $8, due_fen = $9, difference_fen = $10,
       picture = coalesce($11, picture), reason_zh = $12, reason_en = $13,
       content = case when $3 = 'refused' then content else content - 'Plate' end
     where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      id,
      state,
      laneId,
      plate,
      orderId,
      passingId,
      paymentNo,
      dueFen,
      differenceFen,
      picture,
      reason?.zh.slice(0, 512) ?? null,
      reason?.en.slice(0, 512) ?? null,
    ],
  );
}

/** Writes that a person settled an item. */
export async function writeSettled(tx: TenantTx, id: string, note: string): Promise<void> {
  await tx.query(
    `update box_item set state = 'settled', settled_at = $3, settled_by = $4, note = $5, content = '{}'
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, tx.now, tx.who.name, note],
  );
}

/** The passing of an event that a box told from one of its lanes; null where it told none. */
export async function findToldPassing(
  tx: TenantTx,
  laneIds: readonly string[],
  eventId: string,
): Promise<{ passingId: string; orderId: string | null } | null> {
  const [row] = await tx.query<{ passingId: string; orderId: string | null }>(
    `select p.id as "passingId", p.order_id from passing_key_fact k
     join passing_fact p on p.tenant_id = k.tenant_id and p.id = k.passing_id
     where k.tenant_id = $1 and k.event_key = $3
       and k.camera_id in (select c.id from camera_fact c where c.tenant_id = $1 and c.lane_id = any($2::uuid[])) limit 1`,
    [tx.tenantId, laneIds, eventId],
  );
  return row ?? null;
}

/** The stay of a plate in a lot that was under way at a moment, or the last one before it; `enteredAt` chooses the nearest. */
export async function findStayOf(
  tx: TenantTx,
  lotId: string,
  plate: string,
  { at, enteredAt }: { readonly at: Date; readonly enteredAt: Date | null },
): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `select id from stay_fact where tenant_id = $1 and plate = $3 and lot_id = $2 and parking_state <> 'void' and entered_at <= $4
     order by abs(extract(epoch from entered_at - coalesce($5::timestamptz, $4))), id desc limit 1`,
    [tx.tenantId, lotId, plate, at, enteredAt],
  );
  return row?.id ?? null;
}

/** An account that may be named as the one who did something. */
export interface ActingAccount {
  readonly id: string;
  readonly account: string;
  readonly name: string;
}

/** An account of the tenant, active or not; null for none. */
export async function findActing(tx: TenantTx, id: string | null): Promise<ActingAccount | null> {
  if (!id) return null;
  const [row] = await tx.query<ActingAccount>(
    `select id, account, coalesce(nullif(name, ''), account) as name from account_fact where tenant_id = $1 and id = $2`,
    [tx.tenantId, id],
  );
  return row ?? null;
}
