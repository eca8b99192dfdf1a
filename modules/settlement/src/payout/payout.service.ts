import { formatYuan } from '@boyun/domain/money';
import { dayKey } from '@boyun/domain/period';
import { Refusal } from '@boyun/kernel/contract';
import { asText, coversLots, csvLine, notFound, serialNumber, type TenantTx } from '@boyun/kernel/server';
import { book, type Entry } from '@boyun/money/server';
import { bookedByLot } from '../settlement/settle.service.ts';
import { settlementList } from '../settlement/settlement.contract.ts';
import { findSettlements, type SettlementRow } from '../settlement/settlement.queries.ts';
import { findSubMerchant } from '../sub-merchant/sub-merchant.queries.ts';
import { type PayoutState, payoutList, payoutRefusal } from './payout.contract.ts';

/** A pay-out. */
export interface PayoutRow {
  readonly id: string;
  readonly payoutNo: string;
  readonly state: PayoutState;
  readonly amountFen: number;
}

/** Settlements of a pay-out, or to be put into one: of lots the caller all sees. */
async function requireAll(tx: TenantTx, ids: readonly string[], isLocked = true): Promise<SettlementRow[]> {
  const rows = await findSettlements(tx, ids, isLocked);
  if (rows.length !== new Set(ids).size || rows.some((one) => !coversLots(tx.who, one.lotIds)))
    throw notFound(tx.who, settlementList.title);
  return rows;
}

/** An account money can be sent to. */
interface Payee {
  readonly name: string;
  readonly bankName: string;
  readonly accountName: string;
  readonly accountNo: string;
}

/** The account a settlement is paid to: that of its sub-merchant now, which may have been added or corrected since. */
async function payeeOf(tx: TenantTx, { subMerchantId }: SettlementRow): Promise<Payee> {
  const { name, bankName, accountName, accountNo } = (await findSubMerchant(tx, subMerchantId))!;
  if (!bankName || !accountName || !accountNo) throw new Refusal(payoutRefusal['no-account'], { name });
  return { name, bankName, accountName, accountNo: accountNo.replaceAll(' ', '') };
}

/** Puts settlements into a pay-out. */
export async function make(tx: TenantTx, settlementIds: readonly string[]) {
  const rows = await requireAll(tx, settlementIds);
  for (const one of rows) {
    if (one.state !== 'settled' || one.payableFen <= 0)
      throw new Refusal(payoutRefusal['not-payable'], { no: one.settlementNo });
    await payeeOf(tx, one);
  }
  const id = tx.newId();
  const payoutNo = serialNumber('B', tx.now, tx.who.zone, { digits: 4, isTimed: true });
  const amountFen = rows.reduce((sum, one) => sum + one.payableFen, 0);
  const payeeCount = new Set(rows.map((one) => one.subMerchantId)).size;
  await tx.query(
    `insert into payout (tenant_id, id, payout_no, state, amount_fen, payee_count, created_at, created_by)
     values ($1, $2, $3, 'made', $4, $5, $6, $7)`,
    [tx.tenantId, id, payoutNo, amountFen, payeeCount, tx.now, tx.who.name],
  );
  await tx.query(
    `update settlement set state = 'paying', payout_id = $3 where tenant_id = $1 and id = any($2::uuid[])`,
    [tx.tenantId, rows.map((one) => one.id), id],
  );
  return { payoutId: id, payoutNo, payeeCount, amountFen };
}

/** A pay-out with its settlements, of lots the caller all sees. */
export async function requirePayout(
  tx: TenantTx,
  id: string,
  isLocked = false,
): Promise<{ payout: PayoutRow; rows: SettlementRow[] }> {
  const [payout] = await tx.query<PayoutRow>(
    `select id, payout_no, state, amount_fen from payout where tenant_id = $1 and id = $2${isLocked ? ' for update' : ''}`,
    [tx.tenantId, id],
  );
  if (!payout) throw notFound(tx.who, payoutList.title);
  const ids = await tx.query<{ id: string }>('select id from settlement where tenant_id = $1 and payout_id = $2', [
    tx.tenantId,
    id,
  ]);
  return {
    payout,
    rows: await requireAll(
      tx,
      ids.map((one) => one.id),
      isLocked,
    ),
  };
}

/** A pay-out that is neither paid nor cancelled. */
export async function requireOpen(tx: TenantTx, id: string) {
  const found = await requirePayout(tx, id, true);
  if (found.payout.state !== 'made') throw new Refusal(payoutRefusal.ended);
  return found;
}

/**
 * The lines of the file for the bank, one for each payee: number, account, holder, bank, amount in yuan, purpose. Banks import it as a
 * batch of transfers; the columns can be arranged in the bank's template.
 */
export async function fileLines(tx: TenantTx, payout: PayoutRow, rows: readonly SettlementRow[]): Promise<string> {
  let lines = csvLine(['序号', '收款账号', '收款户名', '开户行', '金额', '用途', '批次号']);
  const payees = [...Map.groupBy(rows, (one) => one.subMerchantId).values()];
  for (const [index, own] of payees.entries()) {
    const { accountNo, accountName, bankName } = await payeeOf(tx, own[0]!);
    const amount = formatYuan(own.reduce((sum, one) => sum + one.payableFen, 0));
    const purpose = `停车分成 ${own.map((one) => one.settlementNo).join(' ')}`;
    lines += csvLine([
      String(index + 1),
      `${accountNo}\t`,
      asText(accountName),
      asText(bankName),
      amount,
      purpose,
      payout.payoutNo,
    ]);
  }
  return `\uFEFF${lines}`;
}

async function end(
  tx: TenantTx,
  payout: PayoutRow,
  given: { state: 'paid' | 'cancelled'; paidDay: string | null; bankNo: string | null; note: string | null },
): Promise<void> {
  await tx.query(
    `update payout set state = $3, ended_at = $4, ended_by = $5, paid_day = $6, bank_no = $7, note = $8
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, payout.id, given.state, tx.now, tx.who.name, given.paidDay, given.bankNo, given.note],
  );
}

/** Books that the bank has paid a pay-out. */
export async function confirm(
  tx: TenantTx,
  { payout, rows }: { readonly payout: PayoutRow; readonly rows: readonly SettlementRow[] },
  given: { readonly paidDay: string; readonly bankNo: string | null; readonly note: string | null },
): Promise<void> {
  if (given.paidDay > dayKey(tx.now.getTime(), tx.who.zone)) throw new Refusal(payoutRefusal['paid-later']);
  const entries: Entry[] = [];
  for (const row of rows) {
    const byLot = new Map(await bookedByLot(tx, row));
    // What was carried over has been paid too little of in this way.
    const first = row.lotIds[0]!;
    byLot.set(first, byLot.get(first)! + row.carriedFen);
    for (const [lotId, amountFen] of byLot)
      entries.push({ account: 'payable', party: row.subMerchantId, amountFen, lotId });
  }
  const lotId = rows[0]!.lotIds[0]!;
  entries.push({ account: 'bank', party: '', amountFen: -payout.amountFen, lotId });
  await book(tx, entries, { lotId, source: { kind: 'payout', id: payout.id } });
  await tx.query(`update settlement set state = 'paid', paid_at = $3 where tenant_id = $1 and payout_id = $2`, [
    tx.tenantId,
    payout.id,
    tx.now,
  ]);
  await end(tx, payout, { state: 'paid', ...given });
}

/** Takes the settlements of a pay-out out of it, so that they can be paid again. */
export async function cancel(tx: TenantTx, payout: PayoutRow, note: string): Promise<void> {
  await tx.query(`update settlement set state = 'settled', payout_id = null where tenant_id = $1 and payout_id = $2`, [
    tx.tenantId,
    payout.id,
  ]);
  await end(tx, payout, { state: 'cancelled', paidDay: null, bankNo: null, note });
}
