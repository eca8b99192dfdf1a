import { formatYuan } from '@boyun/domain/money';
import { dayKey } from '@boyun/domain/period';
import { type EventType, Refusal } from '@boyun/kernel/contract';
import { asText, coversLot, csvLine, notFound, reaction, serialNumber, type TenantTx } from '@boyun/kernel/server';
import { book } from '@boyun/money/server';
import { reviewRejected, reviewWithdrawn } from '@boyun/reviews/contract';
import { type Approval, type Asked, reviewedAct } from '@boyun/reviews/server';
import { shareReviews } from '../offer/shared-offer-review.contract.ts';
import { moveOwnerMoney, type OwnerRow } from '../owner/owner-money.queries.ts';
import { type WithdrawalState, withdrawalList, withdrawalRefusal } from './owner-withdrawal.contract.ts';
import {
  withdrawalApproved,
  withdrawalAsked,
  withdrawalPaid,
  withdrawalReturned,
} from './owner-withdrawal-event.contract.ts';

/** A withdrawal. */
export interface WithdrawalRow {
  readonly id: string;
  readonly withdrawalNo: string;
  readonly ownerId: string;
  readonly lotId: string;
  readonly state: WithdrawalState;
  readonly amountFen: number;
  readonly bankName: string;
  readonly accountName: string;
  readonly accountNo: string;
}

const WITHDRAWAL = `select id, withdrawal_no, owner_id, lot_id, state, amount_fen, bank_name, account_name, account_no
  from owner_withdrawal where tenant_id = $1`;

async function lockWithdrawal(tx: TenantTx, id: string): Promise<WithdrawalRow | null> {
  const [row] = await tx.query<WithdrawalRow>(`${WITHDRAWAL} and id = $2 for update`, [tx.tenantId, id]);
  return row ?? null;
}

/** A withdrawal of the caller's lots in one of these states, locked. */
export async function requireWithdrawal(
  tx: TenantTx,
  id: string,
  states: readonly WithdrawalState[],
): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(tx, id);
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, withdrawalList.title);
  if (!states.includes(row.state)) throw new Refusal(withdrawalRefusal['not-open']);
  return row;
}

const emit = (
  tx: TenantTx,
  type: EventType<(typeof withdrawalAsked)['fields'], string>,
  { id, lotId, withdrawalNo, ownerId, amountFen }: WithdrawalRow,
) => tx.emit(type, { lotId, subjectId: id, data: { withdrawalNo, ownerId, amountFen } });

/** Takes an amount off the balance of a locked owner for a withdrawal; refuses more than there is, and an owner without an account. */
export async function startWithdrawal(
  tx: TenantTx,
  owner: OwnerRow,
  amountFen: number,
  state: 'asked' | 'pending',
): Promise<WithdrawalRow> {
  const { bankName, accountName, accountNo, name, lotId, balanceFen } = owner;
  if (!bankName || !accountName || !accountNo) throw new Refusal(withdrawalRefusal['no-account'], { name });
  if (amountFen > balanceFen)
    throw new Refusal(withdrawalRefusal['too-much'], { balance: formatYuan(Math.max(0, balanceFen)) });
  const withdrawalNo = serialNumber('W', tx.now, tx.who.zone, { digits: 6, isTimed: true });
  const row = {
    id: tx.newId(),
    withdrawalNo,
    ownerId: owner.id,
    lotId,
    state,
    amountFen,
    bankName,
    accountName,
    accountNo,
  };
  await tx.query(
    `insert into owner_withdrawal (tenant_id, id, withdrawal_no, owner_id, lot_id, state, amount_fen, bank_name, account_name, account_no,
       asked_at, asked_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      tx.tenantId,
      row.id,
      withdrawalNo,
      owner.id,
      lotId,
      state,
      amountFen,
      bankName,
      accountName,
      accountNo,
      tx.now,
      tx.who.name,
    ],
  );
  await moveOwnerMoney(tx, owner.id, { kind: 'withdrawal', amountFen: -amountFen, lotId, withdrawalId: row.id });
  emit(tx, withdrawalAsked, row);
  return row;
}

async function approve(
  tx: TenantTx,
  { withdrawalId }: { readonly withdrawalId: string },
  { reviewers }: Approval,
): Promise<void> {
  const row = await lockWithdrawal(tx, withdrawalId);
  if (row?.state !== 'pending') throw new Refusal(withdrawalRefusal['not-open']);
  await tx.query(
    `update owner_withdrawal set state = 'approved', approved_at = $3, reviewers = $4 where tenant_id = $1 and id = $2`,
    [tx.tenantId, row.id, tx.now, reviewers],
  );
  emit(tx, withdrawalApproved, row);
}

/** Approves a withdrawal when it is agreed. */
export const approveWithdrawal = reviewedAct(shareReviews.withdrawal.name, approve);

/** Requests the approval of a withdrawal that has been taken off the balance. */
export async function askApproval(tx: TenantTx, row: WithdrawalRow, owner: OwnerRow, reason: string): Promise<Asked> {
  const yuan = (fen: number) => ({ zh: `¥${formatYuan(fen)}`, en: `¥${formatYuan(fen)}` });
  await tx.query(`update owner_withdrawal set state = 'pending' where tenant_id = $1 and id = $2`, [
    tx.tenantId,
    row.id,
  ]);
  const account = `${row.bankName} ${row.accountName} ${row.accountNo}`;
  return approveWithdrawal(tx, {
    lotIds: [row.lotId],
    subjectKind: withdrawalList.name,
    subjectId: row.id,
    subject: `${row.withdrawalNo} ${owner.name}`,
    summary: {
      zh: `业主提现 ${owner.name} ${yuan(row.amountFen).zh}`,
      en: `Pay ${yuan(row.amountFen).en} to ${owner.name}`,
    },
    changes: [
      {
        label: { zh: '余额', en: 'Balance' },
        before: yuan(owner.balanceFen),
        after: yuan(owner.balanceFen - row.amountFen),
      },
      { label: { zh: '收款账户', en: 'Account' }, before: { zh: '—', en: '—' }, after: { zh: account, en: account } },
    ],
    amountFen: row.amountFen,
    counting: 'alone',
    reason,
    payload: { withdrawalId: row.id },
  });
}

/** Puts the amount of a locked withdrawal back into the balance. */
export async function giveBack(tx: TenantTx, row: WithdrawalRow, note: string): Promise<void> {
  await tx.query(
    `update owner_withdrawal set state = 'rejected', ended_at = $3, ended_by = $4, note = $5 where tenant_id = $1 and id = $2`,
    [tx.tenantId, row.id, tx.now, tx.who.name, note],
  );
  await moveOwnerMoney(tx, row.ownerId, {
    kind: 'withdrawal-back',
    amountFen: row.amountFen,
    lotId: row.lotId,
    withdrawalId: row.id,
  });
  emit(tx, withdrawalReturned, row);
}

/** A withdrawal whose review was rejected or withdrawn goes back to the balance. */
export const withdrawalsRefused = reaction('owner-withdrawals-refused', [reviewRejected, reviewWithdrawn], {
  wants: ({ data }) => data.kind === shareReviews.withdrawal.name,
  async react(tx, { subjectId, data }) {
    const row = subjectId && (await lockWithdrawal(tx, subjectId));
    if (row && row.state === 'pending') await giveBack(tx, row, data.note ?? '');
  },
});

/** Books that the bank has paid a withdrawal. */
export async function confirmPaid(
  tx: TenantTx,
  row: WithdrawalRow,
  given: { readonly paidDay: string; readonly bankNo: string | null; readonly note: string | null },
): Promise<void> {
  if (given.paidDay > dayKey(tx.now.getTime(), tx.who.zone)) throw new Refusal(withdrawalRefusal['paid-later']);
  await book(
    tx,
    [
      { account: 'owner-payable', party: row.ownerId, amountFen: row.amountFen },
      { account: 'bank', party: '', amountFen: -row.amountFen },
    ],
    { lotId: row.lotId, source: { kind: 'withdrawal', id: row.id } },
  );
  await tx.query(
    `update owner_withdrawal set state = 'paid', ended_at = $3, ended_by = $4, paid_day = $5, bank_no = $6, note = $7
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, row.id, tx.now, tx.who.name, given.paidDay, given.bankNo, given.note],
  );
  emit(tx, withdrawalPaid, row);
}

/** The lines of the file for the bank, as pay-outs to sub-merchants have them; the column of the batch has the number of the withdrawal. */
export function fileOf(rows: readonly WithdrawalRow[]): string {
  let lines = csvLine(['序号', '收款账号', '收款户名', '开户行', '金额', '用途', '批次号']);
  for (const [index, row] of rows.entries())
    lines += csvLine([
      String(index + 1),
      `${row.accountNo.replaceAll(' ', '')}\t`,
      asText(row.accountName),
      asText(row.bankName),
      formatYuan(row.amountFen),
      '共享车位收益',
      row.withdrawalNo,
    ]);
  return `\uFEFF${lines}`;
}
