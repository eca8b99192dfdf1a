import { handle, serveReport } from '@boyun/kernel/server';
import { lockOwner, requireOwner } from '../owner/owner-money.queries.ts';
import {
  acceptWithdrawal,
  askWithdrawal,
  confirmWithdrawal,
  getWithdrawalFile,
  ownerEntryList,
  returnWithdrawal,
  withdrawalList,
} from './owner-withdrawal.contract.ts';
import {
  askApproval,
  confirmPaid,
  fileOf,
  giveBack,
  requireWithdrawal,
  startWithdrawal,
  type WithdrawalRow,
} from './owner-withdrawal.service.ts';

const subjectOf = ({ id, withdrawalNo }: WithdrawalRow) => ({
  subjectKind: withdrawalList.name,
  subjectId: id,
  subject: withdrawalNo,
});

export const ownerEntryListServer = serveReport(ownerEntryList, {
  from: 'owner_entry',
  as: 'e',
  columnJoins: `left join spot_owner o on o.tenant_id = e.tenant_id and o.id = e.owner_id
    left join lot_fact l on l.tenant_id = e.tenant_id and l.id = e.lot_id
    left join shared_booking b on b.tenant_id = e.tenant_id and b.id = e.booking_id
    left join owner_withdrawal w on w.tenant_id = e.tenant_id and w.id = e.withdrawal_id`,
  lot: 'e.lot_id',
  own: null,
  period: 'e.at',
  columns: {
    ownerName: 'o.name',
    lotName: 'l.name',
    number: 'coalesce(b.booking_no, w.withdrawal_no)',
    plate: 'b.plate',
  },
  order: 'e.at desc, e.id desc',
  totals: {
    earnedFen: "case when e.kind not like 'withdrawal%' then e.amount_fen end",
    withdrawnFen: "case when e.kind like 'withdrawal%' then -e.amount_fen end",
  },
});

export const withdrawalListServer = serveReport(withdrawalList, {
  from: 'owner_withdrawal',
  as: 'w',
  columnJoins: `left join spot_owner o on o.tenant_id = w.tenant_id and o.id = w.owner_id
    left join lot_fact l on l.tenant_id = w.tenant_id and l.id = w.lot_id`,
  lot: 'w.lot_id',
  own: null,
  period: 'w.asked_at',
  columns: { ownerName: 'o.name', lotName: 'l.name' },
  order: 'w.asked_at desc, w.id desc',
  totals: { amountFen: "case when w.state <> 'rejected' then w.amount_fen end" },
});

/** Withdrawals of owners. */
export const withdrawalServers = [
  handle(askWithdrawal, async (tx, { ownerId, amountFen, reason }, act) => {
    const owner = await requireOwner(tx, ownerId);
    const row = await startWithdrawal(tx, owner, amountFen, 'pending');
    const { reviewId, isPending, effect } = await askApproval(tx, row, owner, reason);
    act.describe({ ...subjectOf(row), after: { owner: owner.name, amountFen, reason, effect } });
    return { withdrawalId: row.id, reviewId, isPending };
  }),
  handle(acceptWithdrawal, async (tx, { withdrawalId, reason }, act) => {
    const row = await requireWithdrawal(tx, withdrawalId, ['asked']);
    const owner = (await lockOwner(tx, row.ownerId))!;
    // The approvers see the balance as it was when the owner asked.
    const before = { ...owner, balanceFen: owner.balanceFen + row.amountFen };
    const { reviewId, isPending, effect } = await askApproval(tx, row, before, reason);
    act.describe({ ...subjectOf(row), after: { amountFen: row.amountFen, reason, effect } });
    return { reviewId, isPending };
  }),
  handle(getWithdrawalFile, async (tx, { withdrawalIds }, act, { files }) => {
    const rows: WithdrawalRow[] = [];
    for (const id of [...new Set(withdrawalIds)].sort()) rows.push(await requireWithdrawal(tx, id, ['approved']));
    const key = `${tx.tenantId}/export/${tx.now.toISOString().slice(0, 10)}/${tx.newId()}.csv`;
    await files.put(key, Buffer.from(fileOf(rows)));
    const amountFen = rows.reduce((sum, one) => sum + one.amountFen, 0);
    act.describe({ ...subjectOf(rows[0]!), after: { amountFen, count: rows.length } });
    return { url: files.sign(key, `withdrawals-${tx.now.toISOString().slice(0, 10)}.csv`, tx.who.userId) };
  }),
  handle(confirmWithdrawal, async (tx, { withdrawalId, ...given }, act) => {
    const row = await requireWithdrawal(tx, withdrawalId, ['approved']);
    await confirmPaid(tx, row, given);
    act.describe({ ...subjectOf(row), after: { amountFen: row.amountFen, ...given } });
    return {};
  }),
  handle(returnWithdrawal, async (tx, { withdrawalId, note }, act) => {
    const row = await requireWithdrawal(tx, withdrawalId, ['asked', 'approved']);
    await giveBack(tx, row, note);
    act.describe({ ...subjectOf(row), before: { state: row.state }, after: { state: 'rejected', note } });
    return {};
  }),
];
