import type { TenantTx } from '@boyun/kernel/server';
import type { MessageKind } from './message.contract.ts';

/** A message to a customer. */
export interface MessageRow {
  readonly id: string;
  readonly at: Date;
  readonly kind: MessageKind;
  readonly plate: string;
  readonly lotName: string | null;
  readonly amountFen: number | null;
  readonly note: string | null;
  readonly path: string | null;
}

/** Inserts a message. */
export async function insertMessage(
  tx: TenantTx,
  customerId: string,
  given: Pick<MessageRow, 'kind' | 'plate' | 'note'> & {
    readonly lotId?: string;
    readonly amountFen?: number;
    readonly path?: string;
  },
): Promise<void> {
  const { kind, plate, note, lotId = null, amountFen = null, path = null } = given;
  await tx.query(
    `insert into customer_message (tenant_id, id, customer_id, at, kind, plate, note, lot_id, amount_fen, path)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [tx.tenantId, tx.newId(), customerId, tx.now, kind, plate, note, lotId, amountFen, path],
  );
}

/** Returns how many messages a customer has not read. */
export async function countUnread(tx: TenantTx, customerId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from customer_message where tenant_id = $1 and customer_id = $2 and read_at is null',
    [tx.tenantId, customerId],
  );
  return row!.count;
}

/** Returns the last messages of a customer, as read from now on. */
export async function readMessages(tx: TenantTx, customerId: string, most: number): Promise<MessageRow[]> {
  await tx.query(
    'update customer_message set read_at = $3 where tenant_id = $1 and customer_id = $2 and read_at is null',
    [tx.tenantId, customerId, tx.now],
  );
  return tx.query<MessageRow>(
    `select m.id, m.at, m.kind, m.plate, l.name as "lotName", m.amount_fen, m.note, m.path from customer_message m
     left join lot_fact l on l.tenant_id = m.tenant_id and l.id = m.lot_id
     where m.tenant_id = $1 and m.customer_id = $2 order by m.at desc, m.id limit $3`,
    [tx.tenantId, customerId, most],
  );
}
