import { type Act, handle, serveReport } from '@boyun/kernel/server';
import { cancelPayout, confirmPayout, getPayout, getPayoutFile, makePayout, payoutList } from './payout.contract.ts';
import { cancel, confirm, fileLines, make, type PayoutRow, requireOpen, requirePayout } from './payout.service.ts';
import { payoutCancelled, payoutConfirmed, payoutDownloaded, payoutMade } from './payout-event.contract.ts';

/** Pay-outs, the newest first; who sees some lots only sees those whose settlements are all of them. */
export const payoutListServer = serveReport(payoutList, {
  from: 'payout',
  as: 'p',
  lot: `not exists (select from settlement s where s.tenant_id = p.tenant_id and s.payout_id = p.id and not s.lot_ids <@ ?::uuid[])
    and exists (select from settlement s where s.tenant_id = p.tenant_id and s.payout_id = p.id)`,
  own: null,
  period: 'p.created_at',
  order: 'p.created_at desc, p.id desc',
  totals: { amountFen: 'p.amount_fen' },
});

const describe = (act: Act, { id, payoutNo }: Pick<PayoutRow, 'id' | 'payoutNo'>, more: object) =>
  act.describe({ subjectKind: payoutList.name, subjectId: id, subject: payoutNo, ...more });

const makeServer = handle(makePayout, async (tx, { settlementIds }, act) => {
  const made = await make(tx, settlementIds);
  const { payoutId: id, payoutNo, amountFen, payeeCount } = made;
  tx.emit(payoutMade, { lotId: null, subjectId: id, data: { payoutNo, amountFen } });
  describe(act, { id, payoutNo }, { after: { amountFen, payeeCount, settlementCount: settlementIds.length } });
  return made;
});

const getServer = handle(getPayout, async (tx, { payoutId }) => {
  const { rows } = await requirePayout(tx, payoutId);
  return {
    payees: rows.map(({ id, settlementNo, terms, payableFen }) => ({
      settlementId: id,
      settlementNo,
      name: terms.name,
      accountNo: terms.accountNo,
      amountFen: payableFen,
    })),
  };
});

const fileServer = handle(getPayoutFile, async (tx, { payoutId }, act, { files }) => {
  const { payout, rows } = await requireOpen(tx, payoutId);
  const lines = await fileLines(tx, payout, rows);
  const key = `${tx.tenantId}/export/${tx.now.toISOString().slice(0, 10)}/${tx.newId()}.csv`;
  await files.put(key, Buffer.from(lines));
  tx.emit(payoutDownloaded, { lotId: null, subjectId: payoutId, data: { payoutNo: payout.payoutNo } });
  describe(act, payout, { after: { amountFen: payout.amountFen } });
  return { url: files.sign(key, `${payout.payoutNo}.csv`, tx.who.userId) };
});

const confirmServer = handle(confirmPayout, async (tx, { payoutId, ...given }, act) => {
  const found = await requireOpen(tx, payoutId);
  await confirm(tx, found, given);
  const { payoutNo, amountFen } = found.payout;
  tx.emit(payoutConfirmed, { lotId: null, subjectId: payoutId, data: { payoutNo, amountFen } });
  describe(act, found.payout, { after: { amountFen, ...given } });
  return {};
});

const cancelServer = handle(cancelPayout, async (tx, { payoutId, note }, act) => {
  const { payout } = await requireOpen(tx, payoutId);
  await cancel(tx, payout, note);
  const { payoutNo, amountFen } = payout;
  tx.emit(payoutCancelled, { lotId: null, subjectId: payoutId, data: { payoutNo, amountFen } });
  describe(act, payout, { after: { note } });
  return {};
});

/** Pay-outs to sub-merchants. */
export const payoutServers = [makeServer, getServer, fileServer, confirmServer, cancelServer];
