import type { Label } from '@boyun/kernel/contract';
import type { Query, TenantTx } from '@boyun/kernel/server';
import type { MessageKind } from './message.contract.ts';

/** Something people are told. */
export interface NewMessage {
  readonly kind: MessageKind;
  readonly title: Label;
  readonly body: Label;
  /** Address of the page it is about. */
  readonly path?: string | null;
  readonly sender: string;
  /** Whom it is for, in a word for the record. */
  readonly audience: string;
  readonly accountIds: readonly string[];
  readonly at?: Date;
  /** Told once under this key. */
  readonly onceKey?: string;
}

/** Gives a message to accounts of the tenant; answers its id, or null where nobody gets it or it was told already. */
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
  tx.emit({ kind: 'message.sent', subjectId: id, data: { kind: message.kind, accountIds } });
  return id;
}

/** How many messages of an account came since it last opened the message page. */
export async function countUnseen(query: Query, tenantId: number, accountId: string | null): Promise<number> {
  const [row] = await query<{ total: number }>(
    'select count(*) as total from message_receipt where tenant_id = $1 and account_id = $2 and seen_at is null',
    [tenantId, accountId],
  );
  return row!.total;
}
