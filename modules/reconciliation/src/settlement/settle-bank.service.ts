import { settledBy } from '@boyun/domain/reconcile';
import type { TenantTx } from '@boyun/kernel/server';
import { type BillSource, findSource, findSources } from '../bill-source/bill-source.queries.ts';
import { findNewEntries, lockAwaiting, lockUnsettled, settleWith } from './settlement.queries.ts';

const wordsOf = ({ settleWords }: BillSource) => (settleWords ?? '').split(/[\s,，、]+/).filter(Boolean);

/**
 * Takes new entries of a bank statement for the settlements of channels, by the words of these; of several merchants of a channel that which
 * the entry names. Then the days that they settle are found.
 */
export async function settleFromBank(tx: TenantTx, importId: string): Promise<void> {
  const sources = await findSources(tx, ['provider', 'acquirer']);
  const touched = new Set<string>();
  for (const entry of await findNewEntries(tx, importId)) {
    const text = `${entry.counterparty} ${entry.memo}`;
    const possible = sources.filter((one) => wordsOf(one).some((word) => text.includes(word)));
    const named = possible.filter((one) => one.merchantNo !== '' && text.includes(one.merchantNo));
    const source = named[0] ?? (possible.length === 1 ? possible[0] : undefined);
    if (!source) continue;
    touched.add(source.id);
    await tx.query('update bank_line set settle_source_id = $3 where tenant_id = $1 and id = $2', [
      ...[tx.tenantId, entry.id, source.id],
    ]);
  }
  for (const id of touched) await matchBank(tx, id);
}

/** Finds the days that entries of bank statements settle: a day, or a run of days, whose bills less fees are the amount of an entry. */
export async function matchBank(tx: TenantTx, sourceId: string): Promise<void> {
  const source = await findSource(tx, sourceId);
  if (!source?.hasBankSide || source.channel === null) return;
  let days = await lockAwaiting(tx, sourceId);
  for (const entry of await lockUnsettled(tx, sourceId)) {
    const found = settledBy(entry, days);
    if (!found) continue;
    for (const day of found)
      if (day.netFen !== 0) await settleWith(tx, day, { entry, channel: source.channel, amountFen: day.netFen });
    days = days.filter((one) => !found.includes(one));
  }
}
