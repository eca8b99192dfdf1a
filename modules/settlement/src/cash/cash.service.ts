import { formatYuan } from '@boyun/domain/money';
import { Refusal, singleSlot } from '@boyun/kernel/contract';
import { lotCondition, serialNumber, type TenantTx } from '@boyun/kernel/server';
import type { AccountKind } from '@boyun/money/contract';
import { book } from '@boyun/money/server';
import { type CashMoveKind, cashRefusal } from './cash.contract.ts';

/** The cash of persons that belongs to shifts which are not signed, by account; handed over when they end. */
export const shiftCash = singleSlot<(tx: TenantTx) => Promise<ReadonlyMap<string, number>>>('settlement.shift-cash');

/** Balances of accounts of some kinds in the lots the caller sees. */
export function balancesOf(tx: TenantTx, kinds: readonly AccountKind[]) {
  const conditions = lotCondition(tx.who, 'd').add('d.account = any(?::text[])', kinds);
  return tx.query<{ account: AccountKind; party: string; fen: number }>(
    `select d.account, d.party, sum(d.debit_fen - d.credit_fen)::bigint as fen from ledger_day_fact d
     where ${conditions.sql} group by 1, 2 having sum(d.debit_fen - d.credit_fen) <> 0`,
    conditions.values,
  );
}

async function balanceOf(tx: TenantTx, account: AccountKind, party: string): Promise<number> {
  return (await balancesOf(tx, [account])).find((one) => one.party === party)?.fen ?? 0;
}

interface Move {
  readonly kind: CashMoveKind;
  readonly lotId: string;
  readonly accountId: string | null;
  readonly amountFen: number;
  readonly bankNo: string | null;
  readonly note: string | null;
}

/** Refuses more than a person has beside the cash of shifts, or than is in the safe. The lot is locked, so that two moves see each other. */
async function refuseMoreThanThere(
  tx: TenantTx,
  { kind, lotId, accountId, amountFen }: Move,
  name: string,
): Promise<void> {
  if (kind === 'withdrawal') return;
  const shifts = kind === 'hand-in' ? await tx.slots.find(shiftCash)?.(tx) : null;
  const held = kind === 'hand-in' ? await balanceOf(tx, 'cash', accountId!) : await balanceOf(tx, 'safe', lotId);
  const available = Math.max(0, held - (shifts?.get(accountId ?? '') ?? 0));
  if (amountFen <= available) return;
  const values = { name, available: formatYuan(available) };
  throw new Refusal(cashRefusal[kind === 'hand-in' ? 'more-than-cash' : 'more-than-safe'], values);
}

/** Moves cash between a person, a safe and the bank; returns the number of the move. */
export async function moveCash(tx: TenantTx, move: Move, name = ''): Promise<{ id: string; moveNo: string }> {
  await tx.lock(`cash ${move.accountId ?? move.lotId}`);
  await refuseMoreThanThere(tx, move, name);
  const { kind, lotId, accountId, amountFen, bankNo, note } = move;
  const id = tx.newId();
  const moveNo = serialNumber('X', tx.now, tx.who.zone, { digits: 4, isTimed: true });
  await tx.query(
    `insert into cash_move (tenant_id, id, move_no, kind, lot_id, account_id, amount_fen, bank_no, note, at, actor_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [tx.tenantId, id, moveNo, kind, lotId, accountId, amountFen, bankNo, note, tx.now, tx.who.name],
  );
  const safe = { account: 'safe', party: lotId } as const;
  const bank = { account: 'bank', party: '' } as const;
  const [from, to] = {
    'hand-in': [{ account: 'cash', party: accountId ?? '' } as const, safe],
    deposit: [safe, bank],
    withdrawal: [bank, safe],
  }[kind] as [typeof safe, typeof bank];
  const entries = [
    { ...to, amountFen },
    { ...from, amountFen: -amountFen },
  ];
  await book(tx, entries, { lotId, source: { kind: 'cash-move', id } });
  return { id, moveNo };
}
