import type { TenantTx } from '@boyun/kernel/server';
import type { Channel } from '../channel/channel.contract.ts';
import type { AccountKind } from './account.contract.ts';

/** An account of the ledger. */
export interface Account {
  readonly account: AccountKind;
  /** The party within the kind; empty where the bill of the entry identifies it. */
  readonly party: string;
}

/** An entry to be booked: a debit is positive, a credit negative. */
export interface Entry extends Account {
  readonly amountFen: number;
  readonly billId?: string | null;
  /** The lot, where it is not that of the transaction. */
  readonly lotId?: string | null;
}

/** What a transaction is about where that is neither bill, payment nor refund. */
export type LedgerSource =
  | 'shift'
  | 'cash-move'
  | 'settlement'
  | 'payout'
  | 'channel-day'
  | 'shared-stay'
  | 'withdrawal';

/** The subject of a ledger transaction. */
export interface About {
  /** Null for what concerns no lot. */
  readonly lotId: string | null;
  readonly billId?: string | null;
  readonly paymentId?: string | null;
  readonly refundId?: string | null;
  readonly source?: { readonly kind: LedgerSource; readonly id: string };
}

/** Returns the account that money received through a channel is in: a person's cash, a card, a wallet, or clearing with the provider. */
export function accountOf(
  channel: Channel,
  of: { readonly actorId: string | null; readonly sourceId: string | null },
): Account {
  if (channel === 'cash') return { account: 'cash', party: of.actorId ?? '' };
  if (channel === 'card') return { account: 'card', party: of.sourceId! };
  if (channel === 'balance') return { account: 'wallet', party: of.sourceId! };
  return { account: 'clearing', party: channel };
}

/** Books a transaction in one statement; entries of zero are left out. Throws when the entries do not add up to zero, which is a bug. */
export async function book(tx: TenantTx, given: readonly Entry[], about: About): Promise<void> {
  const entries = given.filter((one) => one.amountFen !== 0);
  const sum = entries.reduce((total, one) => total + one.amountFen, 0);
  if (sum !== 0) throw new Error(`unbalanced booking of ${sum} fen: ${JSON.stringify(about)}`);
  if (entries.length === 0) return;
  await tx.query(
    `insert into ledger_entry (tenant_id, id, transaction_id, at, account, party, amount_fen, bill_id, lot_id, payment_id, refund_id,
       source, source_id)
     select $1, e.id, $2, $3, e.account, e.party, e.amount, e.bill, e.lot, $10, $11, $12, $13
     from unnest($4::uuid[], $5::text[], $6::text[], $7::bigint[], $8::uuid[], $9::uuid[]) as e(id, account, party, amount, bill, lot)`,
    [
      tx.tenantId,
      tx.newId(),
      tx.now,
      entries.map(() => tx.newId()),
      entries.map((one) => one.account),
      entries.map((one) => one.party),
      entries.map((one) => one.amountFen),
      entries.map((one) => one.billId ?? about.billId ?? null),
      entries.map((one) => one.lotId ?? about.lotId),
      about.paymentId ?? null,
      about.refundId ?? null,
      about.source?.kind ?? null,
      about.source?.id ?? null,
    ],
  );
}
