import type { Label } from '@boyun/kernel/contract';
import type { Query, TenantTx } from '@boyun/kernel/server';
import type { MessageKind } from './message.contract.ts';
import { messageSent } from './message-event.contract.ts';

/** A message to be delivered. */
export interface NewMessage {
  readonly kind: MessageKind;
  readonly title: Label;
  readonly body: Label;
  /** Address of the page it is about. */
  readonly path?: string | null;
  readonly sender: string;
  /** The recipients in words, for the record. */
  readonly audience: string;
  readonly accountIds: readonly string[];
  readonly at?: Date;
  /** Deduplication key: delivered only once under it. */
  readonly onceKey?: string;
}

/** Delivers a message to accounts of the tenant; returns its id, or null when there is no recipient or its key was used before. */
export async function deliver(tx: TenantTx, message: NewMessage): Promise<string | null> {
  if (message.accountIds.length === 0) return null;
  const { title, body, accountIds } = message;
  const id = tx.newId();
  const written = await tx.query(
    `insert into message (tenant_id, id, at, kind, title_zh, title_en, body_zh, body_en, path, sender, audience, once_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (tenant_id, once_key) where once_key is not null do nothing
     returning id`,
    [
      tx.tenantId,
      id,
      message.at ?? tx.now,
      message.kind,
      title.zh,
      title.en,
      body.zh,
      body.en,
      message.path ?? null,
      message.sender,
      message.audience,
      message.onceKey ?? null,
    ],
  );
  if (written.length === 0) return null;
  await tx.query(
    `insert into message_receipt (tenant_id, account_id, message_id)
     select $1, unnest($2::uuid[]), $3`,
    [tx.tenantId, accountIds, id],
  );
  tx.emit(messageSent, { subjectId: id, data: { kind: message.kind, accountIds } });
  return id;
}

/** Returns the number of messages of an account since it last opened the message page. */
export async function countUnseen(query: Query, tenantId: number, accountId: string | null): Promise<number> {
  const [row] = await query<{ total: number }>(
    'select count(*) as total from message_receipt where tenant_id = $1 and account_id = $2 and seen_at is null',
    [tenantId, accountId],
  );
  return row!.total;
}
