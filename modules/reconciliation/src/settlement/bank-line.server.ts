import { Refusal } from '@boyun/kernel/contract';
import { handle, notFound, serveReport, type TenantTx } from '@boyun/kernel/server';
import { findSource } from '../bill-source/bill-source.queries.ts';
import { requireWhole, whereWhole } from '../bill-source/whole-tenant.service.ts';
import { type ChannelDay, lockDay } from '../channel-day/channel-day.queries.ts';
import { differenceRefusal } from '../difference/difference.contract.ts';
import { bankLineList, bankLineRefusal, markEntry, releaseEntry, settleEntry } from './bank-line.contract.ts';
import { bankLineMarked, bankLineReleased, bankLineSettled } from './bank-line-event.contract.ts';
import { type BankEntry, lockEntry, settleWith, unsettle } from './settlement.queries.ts';

const STATE = `case when b.is_other then 'other' when b.settled_fen = 0 then 'open' when b.settled_fen = b.amount_fen then 'settled' else 'part' end`;

/** Entries of bank statements; accounts limited to lots see none. */
export const bankLineListServer = serveReport(bankLineList, ({ who }) => ({
  from: 'bank_line',
  as: 'b',
  lot: null,
  own: null,
  where: whereWhole(who),
  filters: { from: 'b.day >= ?', to: 'b.day <= ?', state: `${STATE} = ?` },
  columns: { state: STATE },
  order: 'b.day desc, b.id desc',
  totals: { amountFen: 'b.amount_fen', settledFen: 'b.settled_fen' },
}));

async function requireEntry(tx: TenantTx, id: string): Promise<BankEntry> {
  requireWhole(tx.who);
  const entry = await lockEntry(tx, id);
  if (!entry) throw notFound(tx.who, bankLineList.title);
  return entry;
}

const subjectOf = (entry: BankEntry) => `${entry.day} ${entry.counterparty}`.trim();

/** Days to be settled, locked in order; refuses those that cannot be. */
async function lockSettled(tx: TenantTx, ids: readonly string[]): Promise<ChannelDay[]> {
  const days: ChannelDay[] = [];
  for (const id of [...new Set(ids)].sort()) {
    const day = await lockDay(tx, id);
    if (!day) throw notFound(tx.who, { zh: '对账日', en: 'Day' });
    if (day.state === 'closed') throw new Refusal(differenceRefusal['closed-day'], { day: day.day });
    if (!day.billedAt) throw new Refusal(bankLineRefusal['not-compared'], { day: day.day });
    days.push(day);
  }
  if (new Set(days.map((one) => one.sourceId)).size > 1) throw new Refusal(bankLineRefusal['one-channel']);
  return days.sort((one, other) => (one.day < other.day ? -1 : 1));
}

/** Acts on entries of bank statements. */
export const bankLineServers = [
  handle(settleEntry, async (tx, { bankLineId, channelDayIds, note }, act) => {
    const entry = await requireEntry(tx, bankLineId);
    if (entry.isOther) throw new Refusal(bankLineRefusal.other);
    if (entry.settledFen !== 0) throw new Refusal(bankLineRefusal.settled);
    const days = await lockSettled(tx, channelDayIds);
    const source = (await findSource(tx, days[0]!.sourceId))!;
    let leftFen = entry.amountFen;
    for (const [index, day] of days.entries()) {
      const wantedFen = day.theirsFen - day.theirsFeeFen - day.settledFen;
      const amountFen = index === days.length - 1 ? leftFen : Math.min(leftFen, wantedFen);
      if (amountFen === 0) continue;
      leftFen -= amountFen;
      await settleWith(tx, day, { entry, channel: source.channel!, amountFen });
    }
    await tx.query('update bank_line set settle_source_id = $3 where tenant_id = $1 and id = $2', [
      ...[tx.tenantId, entry.id, source.id],
    ]);
    tx.emit(bankLineSettled, {
      subjectId: entry.id,
      data: { bankLineId, amountFen: entry.amountFen, name: source.name },
    });
    act.describe({
      subjectKind: 'bank-line',
      subjectId: entry.id,
      subject: subjectOf(entry),
      after: { days: days.map((one) => one.day), note },
    });
    return { settledCount: days.length };
  }),
  handle(releaseEntry, async (tx, { bankLineId, note }, act) => {
    const entry = await requireEntry(tx, bankLineId);
    const settled = await tx.query<{ id: string; channelDayId: string; amountFen: number }>(
      'select id, channel_day_id, amount_fen from day_settlement where tenant_id = $1 and bank_line_id = $2 order by channel_day_id',
      [tx.tenantId, entry.id],
    );
    for (const one of settled) {
      const day = (await lockDay(tx, one.channelDayId))!;
      if (day.state === 'closed') throw new Refusal(differenceRefusal['closed-day'], { day: day.day });
      const source = (await findSource(tx, day.sourceId))!;
      await unsettle(tx, one, { entry, channel: source.channel! });
    }
    tx.emit(bankLineReleased, { subjectId: entry.id, data: { bankLineId, amountFen: entry.amountFen, name: '' } });
    act.describe({ subjectKind: 'bank-line', subjectId: entry.id, subject: subjectOf(entry), after: { note } });
    return {};
  }),
  handle(markEntry, async (tx, { bankLineId, isOther }, act) => {
    const entry = await requireEntry(tx, bankLineId);
    if (entry.settledFen !== 0) throw new Refusal(bankLineRefusal.settled);
    await tx.query('update bank_line set is_other = $3 where tenant_id = $1 and id = $2', [
      ...[tx.tenantId, entry.id, isOther],
    ]);
    tx.emit(bankLineMarked, { subjectId: entry.id, data: { bankLineId, amountFen: entry.amountFen, name: '' } });
    const change = { before: { isOther: entry.isOther }, after: { isOther } };
    act.describe({ subjectKind: 'bank-line', subjectId: entry.id, subject: subjectOf(entry), ...change });
    return {};
  }),
];
