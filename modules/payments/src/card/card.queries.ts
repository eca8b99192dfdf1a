import type { TenantTx } from '@boyun/kernel/server';
import { type StoredMove, writeEntry } from '../stored-value/stored-entry.queries.ts';
import type { CardState } from './card.contract.ts';
import type { CardEntryKind, CardRefusal, CardUseResult } from './card-list.contract.ts';

/** A card as business sees it. */
export interface CardRow {
  readonly id: string;
  readonly cardNo: string;
  readonly chipUid: string;
  readonly kind: string;
  readonly state: CardState;
  readonly stateBefore: 'issued' | 'lost' | null;
  readonly balanceFen: number;
  readonly holderName: string;
  readonly holderMobile: string | null;
  readonly plates: string[];
  readonly tempPlate: string;
  readonly lotId: string;
  readonly lotIds: string[];
  readonly validFrom: Date;
  readonly validUntil: Date | null;
  readonly remark: string | null;
}

const COLUMNS = `id, card_no, chip_uid, kind, state, state_before,
  balance_fen, holder_name, holder_mobile, plates,
  temp_plate, lot_id, lot_ids, valid_from,
  valid_until, remark`;

/** A card by its id, its number or its chip, locked: of several the one that is given out, else the last. */
export async function lockCard(
  tx: TenantTx,
  by: 'id' | 'card_no' | 'chip_uid',
  value: string,
): Promise<CardRow | null> {
  const [row] = await tx.query<CardRow>(
    `select ${COLUMNS} from card where tenant_id = $1 and ${by} = $2
     order by state in ('issued', 'lost', 'returning') desc, id desc limit 1 for update`,
    [tx.tenantId, value],
  );
  return row ?? null;
}

/** Gives a card another state. */
export async function setState(
  tx: TenantTx,
  card: Pick<CardRow, 'id'>,
  state: CardState,
  more: { stateBefore?: CardState; replacedBy?: string } = {},
): Promise<void> {
  await tx.query(
    `update card set state = $3, state_before = $4, replaced_by = coalesce($5, replaced_by), updated_at = $6,
       version = version + 1 where tenant_id = $1 and id = $2`,
    [tx.tenantId, card.id, state, more.stateBefore ?? null, more.replacedBy ?? null, tx.now],
  );
}

/** Moves money of a locked card and returns the new balance; the database refuses a negative one. */
export async function moveMoney(
  tx: TenantTx,
  card: Pick<CardRow, 'id'>,
  move: StoredMove<keyof typeof CardEntryKind>,
): Promise<number> {
  const [row] = await tx.query<{ balanceFen: number; number: number }>(
    `update card set balance_fen = balance_fen + $3, entry_count = entry_count + 1, updated_at = $4
     where tenant_id = $1 and id = $2 returning balance_fen, entry_count as number`,
    [tx.tenantId, card.id, move.amountFen, tx.now],
  );
  await writeEntry(tx, { kind: 'card', id: card.id }, move, row!);
  return row!.balanceFen;
}

/** The facts of an event of a card, which is filed under the card. */
export function factsOf<T extends object>({ id: cardId, cardNo, lotId }: CardRow, more: T) {
  return { lotId, subjectId: cardId, data: { cardId, cardNo, ...more } };
}

/** Returns the card that a refund was taken from. */
export async function findGivenBack(tx: TenantTx, refundId: string): Promise<string> {
  const [row] = await tx.query<{ cardId: string }>(
    `select store_id as card_id from stored_entry
     where tenant_id = $1 and store_kind = 'card' and refund_id = $2 and kind = 'refund'`,
    [tx.tenantId, refundId],
  );
  return row!.cardId;
}

/** The outcome of a card's use at a lane or a booth. */
export interface CardUse {
  readonly card: Pick<CardRow, 'id'> | null;
  readonly chipUid: string;
  readonly lotId: string;
  readonly laneId: string | null;
  readonly passingId: string | null;
  readonly orderId: string | null;
  readonly plate: string;
  readonly direction: 'entry' | 'exit' | null;
  readonly result: keyof typeof CardUseResult;
  readonly reason: CardRefusal | null;
  readonly amountFen: number;
  readonly balanceFen: number | null;
}

/** Writes down that a card was used, or refused. */
export async function noteUse(tx: TenantTx, use: CardUse): Promise<void> {
  await tx.query(
    `insert into card_use (tenant_id, id, at, card_id, chip_uid, lot_id, lane_id, passing_id, order_id, plate, direction,
       result, reason, amount_fen, balance_fen, actor_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      tx.tenantId,
      tx.newId(),
      tx.now,
      use.card?.id ?? null,
      use.chipUid,
      use.lotId,
      use.laneId,
      use.passingId,
      use.orderId,
      use.plate,
      use.direction,
      use.result,
      use.reason,
      use.amountFen,
      use.balanceFen,
      tx.who.kind === 'user' ? tx.who.name : null,
    ],
  );
}

/** The stay a card came in with and that goes on in a lot. */
export async function findCarOf(
  tx: TenantTx,
  cardId: string,
  lotId: string,
): Promise<{ orderId: string; plate: string } | null> {
  const [row] = await tx.query<{ orderId: string; plate: string }>(
    `select c.order_id, c.plate from car_inside_fact c
     where c.tenant_id = $1 and c.lot_id = $3 and c.order_id = (
       select u.order_id from card_use u where u.tenant_id = $1 and u.card_id = $2 and u.lot_id = $3
         and u.direction = 'entry' and u.order_id is not null order by u.id desc limit 1)`,
    [tx.tenantId, cardId, lotId],
  );
  return row ?? null;
}
