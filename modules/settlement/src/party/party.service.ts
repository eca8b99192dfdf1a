import { type Label, type Language, UUID } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { AccountKind, billPurposes, type PartyKind, PayChannel } from '@boyun/money/contract';

/** A kind of account and a party of it. */
export interface AccountParty {
  readonly account: AccountKind;
  readonly party: string;
}

const BEARERS: Readonly<Record<string, Label>> = {
  operator: { zh: '运营方', en: 'Operator' },
  wallet: { zh: '钱包赠送', en: 'Gifts of wallets' },
};
/** What revenue is for where it has no bill. */
const OTHER_REVENUE: Readonly<Record<string, Label>> = {
  'merchant-package': { zh: '商家套餐', en: 'Packages of merchants' },
  'shared-platform': { zh: '共享车位平台分成', en: 'Platform share of shared spots' },
};

/** How the names of parties that are rows are read. */
const SOURCES: Partial<Record<PartyKind, string>> = {
  person: 'select id::text as party, name from account_fact where tenant_id = $1 and id = any($2::uuid[])',
  lot: 'select id::text as party, name from lot_fact where tenant_id = $1 and id = any($2::uuid[])',
  card: 'select id::text as party, card_no as name from card_fact where tenant_id = $1 and id = any($2::uuid[])',
  wallet:
    'select id::text as party, holder_name as name from wallet_fact where tenant_id = $1 and id = any($2::uuid[])',
  merchant: 'select id::text as party, name from merchant_fact where tenant_id = $1 and id = any($2::uuid[])',
  'spot-owner': 'select id::text as party, name from spot_owner_fact where tenant_id = $1 and id = any($2::uuid[])',
  'sub-merchant': 'select id::text as party, name from sub_merchant where tenant_id = $1 and id = any($2::uuid[])',
};

function wordsOf(tx: TenantTx, kind: PartyKind, party: string): Label | undefined {
  if (kind === 'channel') return (PayChannel as Readonly<Record<string, Label>>)[party];
  if (kind === 'bearer') return BEARERS[party];
  if (kind === 'bill-kind')
    return tx.slots.all(billPurposes).find((one) => one.kind === party)?.payment ?? OTHER_REVENUE[party];
  return undefined;
}

const keyOf = ({ account, party }: AccountParty) => `${account} ${party}`;

/** Returns the names of the parties of accounts; a party that is unknown is named by itself. */
export async function namesOfParties(
  tx: TenantTx,
  all: readonly AccountParty[],
  language: Language = tx.who.language,
): Promise<(of: AccountParty) => string> {
  const names = new Map<string, string>();
  for (const [kind, own] of Map.groupBy(all, ({ account }) => AccountKind[account].party)) {
    const source = SOURCES[kind];
    const parties = [...new Set(own.map((one) => one.party))].filter((one) => UUID.test(one));
    const rows = source ? await tx.query<{ party: string; name: string }>(source, [tx.tenantId, parties]) : [];
    const read = new Map(rows.map((one) => [one.party, one.name]));
    for (const one of own)
      names.set(keyOf(one), read.get(one.party) ?? wordsOf(tx, kind, one.party)?.[language] ?? one.party);
  }
  return (of) => names.get(keyOf(of)) ?? of.party;
}
