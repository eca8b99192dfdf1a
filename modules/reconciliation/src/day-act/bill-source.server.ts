import { Refusal, type Row } from '@boyun/kernel/contract';
import { serveResource, type TenantTx } from '@boyun/kernel/server';
import { billSource, billSourceRefusal } from '../bill-source/bill-source.contract.ts';
import { seesWhole } from '../bill-source/whole-tenant.service.ts';
import { settleDay } from '../channel-day/channel-day.queries.ts';
import { matchBank } from '../settlement/settle-bank.service.ts';

type Source = Row<typeof billSource>;

/** The columns that the tables of a source need. */
const NEEDED = {
  acquirer: ['amountColumn', 'dateColumn'],
  bank: ['amountColumn', 'dateColumn'],
} as const;

function checkShape(tx: TenantTx, row: Source): void {
  if (row.kind === 'provider') return;
  if (row.kind === 'acquirer' && row.channel !== 'qr' && row.channel !== 'transfer')
    throw new Refusal(billSourceRefusal['no-channel']);
  if (row.kind === 'bank' && row.channel !== null) throw new Refusal(billSourceRefusal['bank-channel']);
  const missing = NEEDED[row.kind]
    .filter((key) => !row[key])
    .map((key) => billSource.fields[key].label[tx.who.language]);
  if (missing.length > 0)
    throw new Refusal(billSourceRefusal['no-columns'], {
      columns: missing.join(tx.who.language === 'zh' ? '、' : ', '),
    });
}

/** Refuses two acquirers of a channel that take the money of the same lots: each record belongs to one. */
async function checkLots(tx: TenantTx, row: Source): Promise<void> {
  if (row.kind !== 'acquirer' || !row.isEnabled) return;
  const [other] = await tx.query<{ name: string }>(
    `select name from bill_source where tenant_id = $1 and kind = 'acquirer' and channel = $2 and is_enabled and id is distinct from $3
       and (lot_ids && $4::uuid[] or cardinality(lot_ids) = 0 and cardinality($4::uuid[]) = 0) limit 1`,
    [tx.tenantId, row.channel, row.id ?? null, row.lotIds ?? []],
  );
  if (other) throw new Refusal(billSourceRefusal['lot-taken'], { name: other.name });
}

/** Compares the days that are not closed with the bank from now on, or no longer. */
async function followBankSide(tx: TenantTx, { id, hasBankSide }: Source): Promise<void> {
  const days = await tx.query<{ id: string }>(
    `update channel_day set has_bank_side = $3 where tenant_id = $1 and source_id = $2 and state <> 'closed' and has_bank_side <> $3
     returning id`,
    [tx.tenantId, id, hasBankSide],
  );
  for (const day of days) await settleDay(tx, day.id);
  await matchBank(tx, id);
}

/** Sources: people add acquirers and banks; those of payment channels follow from their configuration. */
export const billSourceServer = serveResource(billSource, {
  async beforeWrite(tx, values, before) {
    if (!seesWhole(tx.who)) throw new Refusal(billSourceRefusal['whole-tenant']);
    const row = { ...before, ...values } as Source;
    const isProvider = before ? before.kind === 'provider' : row.kind === 'provider';
    const hasMoved =
      before !== null && (['kind', 'channel', 'merchantNo'] as const).some((key) => row[key] !== before[key]);
    if (isProvider && (!before || hasMoved)) throw new Refusal(billSourceRefusal['by-configuration']);
    if (before && row.kind !== before.kind) throw new Refusal(billSourceRefusal['by-configuration']);
    checkShape(tx, row);
    await checkLots(tx, row);
    return values;
  },
  async afterWrite(tx, row, before) {
    if (before && before.hasBankSide !== row.hasBankSide) await followBankSide(tx, row);
  },
});
