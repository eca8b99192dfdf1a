import { type Act, handle, notFound, serveReport } from '@boyun/kernel/server';
import { termsOf } from '../sub-merchant/sub-merchant.queries.ts';
import { ofOwnSubMerchant } from '../sub-merchant/sub-merchant-scope.service.ts';
import { describeTerms } from '../sub-merchant/terms.service.ts';
import { byDay, byLot, sumFigures } from './figures.service.ts';
import { makeDraft, preview } from './prepare.service.ts';
import { adjust, askSettle, discard, requireDraft, requireSettlement, unadjust } from './settle.service.ts';
import {
  adjustSettlement,
  createSettlement,
  discardSettlement,
  getSettlement,
  getStatement,
  previewSettlement,
  removeAdjustment,
  settlementList,
  settleSettlement,
} from './settlement.contract.ts';
import { findAdjustments, findDaysOf, type SettlementRow } from './settlement.queries.ts';
import {
  adjustmentRemoved,
  settlementAdjusted,
  settlementDiscarded,
  settlementPrepared,
} from './settlement-event.contract.ts';
import { writeStatement } from './statement.service.ts';

/** Rows whose lots the caller all sees. */
const ALL_LOTS = 's.lot_ids <@ ?::uuid[]';
const sumOfDays = (column: string) =>
  `(select coalesce(sum(d.${column}), 0) from lot_day d where d.tenant_id = s.tenant_id and d.settlement_id = s.id)::bigint`;

/** Settlements, the newest first. */
export const settlementListServer = serveReport(settlementList, async ({ tx }) => ({
  from: 'settlement',
  as: 's',
  columnJoins: 'left join payout p on p.tenant_id = s.tenant_id and p.id = s.payout_id',
  lot: ALL_LOTS,
  own: null,
  where: await ofOwnSubMerchant(tx, 's.sub_merchant_id'),
  filters: { from: 's.to_day >= ?', to: 's.to_day <= ?' },
  columns: {
    receivedFen: sumOfDays('received_fen'),
    netFen: sumOfDays('net_fen'),
    payoutNo: 'p.payout_no',
  },
  order: 's.to_day desc, s.id',
  totals: { shareFen: 's.share_fen', payableFen: 's.payable_fen' },
}));

const previewServer = handle(previewSettlement, async (tx, { subMerchantId, toDay }) => {
  const made = await preview(tx, subMerchantId, toDay);
  const { row, days, fromDay, lastDay, shareFen, carriedFen } = made;
  const { isWholeCycle } = made;
  return {
    subMerchantName: row.name,
    cycle: row.cycle,
    fromDay,
    toDay: made.toDay,
    lastDay,
    isWholeCycle,
    terms: describeTerms(termsOf(row), tx.who.language),
    lots: byLot(row.lotIds, days),
    ...sumFigures(days),
    shareFen,
    carriedFen,
    payableFen: shareFen + carriedFen,
  };
});

const describe = (act: Act, { id, settlementNo, terms }: SettlementRow, more: object = {}) =>
  act.describe({
    subjectKind: settlementList.name,
    subjectId: id,
    subject: `${settlementNo} ${terms.name}`,
    ...more,
  });

const createServer = handle(createSettlement, async (tx, { subMerchantId, toDay }, act) => {
  const { id, settlementNo, row, fromDay, shareFen } = await makeDraft(tx, subMerchantId, toDay);
  const data = { subMerchantId, settlementNo, fromDay, toDay };
  tx.emit(settlementPrepared, { lotId: null, subjectId: id, data });
  act.describe({
    subjectKind: settlementList.name,
    subjectId: id,
    subject: `${settlementNo} ${row.name}`,
    after: { fromDay, toDay, shareFen },
  });
  return { settlementId: id, settlementNo };
});

const getServer = handle(getSettlement, async (tx, { settlementId }) => {
  const row = await requireSettlement(tx, settlementId);
  const days = await findDaysOf(tx, row.id);
  const [payout] = await tx.query<{ no: string }>(
    'select payout_no as no from payout where tenant_id = $1 and id = $2',
    [tx.tenantId, row.payoutId],
  );
  const { share, name, bankName, accountName, accountNo } = row.terms;
  return {
    ...row,
    reviewers: [...row.reviewers],
    subMerchantName: name,
    shareKind: share.kind,
    terms: describeTerms(share, tx.who.language),
    bankName,
    accountName,
    accountNo,
    ...sumFigures(days),
    payoutNo: payout?.no ?? null,
    lots: byLot(row.lotIds, days),
    days: byDay(days),
    adjustments: await findAdjustments(tx, row.id),
  };
});

const adjustServer = handle(adjustSettlement, async (tx, { settlementId, amountFen, note }, act) => {
  const row = await requireDraft(tx, settlementId);
  const payableFen = await adjust(tx, settlementId, amountFen, note);
  const data = { settlementNo: row.settlementNo, amountFen };
  tx.emit(settlementAdjusted, { lotId: null, subjectId: settlementId, data });
  describe(act, row, { before: { payableFen: row.payableFen }, after: { payableFen, amountFen, note } });
  return { payableFen };
});

const removeServer = handle(removeAdjustment, async (tx, { settlementId, adjustmentId }, act) => {
  const row = await requireDraft(tx, settlementId);
  const gone = await unadjust(tx, settlementId, adjustmentId);
  if (!gone) throw notFound(tx.who, removeAdjustment.input.adjustmentId.label);
  const { amountFen, payableFen } = gone;
  const data = { settlementNo: row.settlementNo, amountFen };
  tx.emit(adjustmentRemoved, { lotId: null, subjectId: settlementId, data });
  describe(act, row, { before: { payableFen: row.payableFen, amountFen }, after: { payableFen } });
  return { payableFen };
});

const discardServer = handle(discardSettlement, async (tx, { settlementId }, act) => {
  const row = await requireDraft(tx, settlementId);
  await discard(tx, settlementId);
  const { subMerchantId, settlementNo, fromDay, toDay } = row;
  const data = { subMerchantId, settlementNo, fromDay, toDay };
  tx.emit(settlementDiscarded, { lotId: null, subjectId: settlementId, data });
  describe(act, row, { before: { fromDay, toDay, payableFen: row.payableFen } });
  return {};
});

const settleServer = handle(settleSettlement, async (tx, { settlementId, note }, act) => {
  const row = await requireDraft(tx, settlementId);
  const { reviewId, isPending, effect } = await askSettle(tx, row, note);
  describe(act, row, { after: { payableFen: row.payableFen, note, effect } });
  return { reviewId, isPending };
});

const statementServer = handle(getStatement, async (tx, { settlementId, format }, _act, kernel) => {
  const row = await requireSettlement(tx, settlementId);
  return { url: await writeStatement(tx, kernel, row, format) };
});

/** Settlements of sub-merchants. */
export const settlementServers = [
  previewServer,
  createServer,
  getServer,
  adjustServer,
  removeServer,
  discardServer,
  settleServer,
  statementServer,
];
