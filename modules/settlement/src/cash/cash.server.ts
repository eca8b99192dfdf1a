import { monthKey } from '@boyun/domain/period';
import { requireLot } from '@boyun/facilities/server';
import { type Act, coversLot, handle, lotCondition, notFound, serveReport, type TenantTx } from '@boyun/kernel/server';
import { namesOfParties } from '../party/party.service.ts';
import { cashMoveList, depositCash, getCash, handInCash, withdrawCash } from './cash.contract.ts';
import { balancesOf, moveCash, shiftCash } from './cash.service.ts';
import { cashDeposited, cashHandedIn, cashWithdrawn } from './cash-event.contract.ts';

/** What tills had too little, below zero, or too much in the current month. */
async function differenceOfMonth(tx: TenantTx): Promise<number> {
  const since = `${monthKey(tx.now.getTime(), tx.who.zone)}-01`;
  const conditions = lotCondition(tx.who, 'd').add('d.account = ?', 'cash-difference').add('d.day >= ?::date', since);
  const [row] = await tx.query<{ fen: number }>(
    `select coalesce(sum(d.credit_fen - d.debit_fen), 0)::bigint as fen from ledger_day_fact d where ${conditions.sql}`,
    conditions.values,
  );
  return row!.fen;
}

const getServer = handle(getCash, async (tx) => {
  const all = await balancesOf(tx, ['cash', 'float', 'safe', 'bank', 'cash-difference']);
  const of = (account: string) => all.filter((one) => one.account === account);
  const sum = (account: string) => of(account).reduce((total, one) => total + one.fen, 0);
  const nameOf = await namesOfParties(tx, of('cash'));
  const shifts = (await tx.slots.find(shiftCash)?.(tx)) ?? new Map<string, number>();
  const differences = new Map(of('cash-difference').map((one) => [one.party, -one.fen]));
  const lotIds = [...new Set([...of('safe'), ...of('float')].map((one) => one.party))];
  const inLot = (account: string, lotId: string) => of(account).find((one) => one.party === lotId)?.fen ?? 0;
  return {
    personFen: sum('cash'),
    floatFen: sum('float'),
    safeFen: sum('safe'),
    bankFen: sum('bank'),
    differenceFen: await differenceOfMonth(tx),
    people: of('cash')
      .map((one) => ({
        accountId: one.party,
        name: nameOf(one),
        cashFen: one.fen,
        shiftFen: shifts.get(one.party) ?? 0,
        differenceFen: differences.get(one.party) ?? 0,
      }))
      .sort((a, b) => b.cashFen - a.cashFen),
    lots: lotIds
      .map((lotId) => ({ lotId, safeFen: inLot('safe', lotId), floatFen: inLot('float', lotId) }))
      .sort((a, b) => b.safeFen - a.safeFen),
  };
});

/** The name of a lot the caller sees. */
async function requireSeenLot(tx: TenantTx, lotId: string): Promise<string> {
  const lot = coversLot(tx.who, lotId) ? await requireLot(tx, lotId) : null;
  if (!lot) throw notFound(tx.who, depositCash.input.lotId.label);
  return lot.name;
}

const describe = (act: Act, subject: string, id: string, after: object) =>
  act.describe({ subjectKind: cashMoveList.name, subjectId: id, subject, after });

const handInServer = handle(handInCash, async (tx, { accountId, lotId, amountFen, note }, act) => {
  const lot = await requireSeenLot(tx, lotId);
  const [person] = await tx.query<{ name: string }>('select name from account_fact where tenant_id = $1 and id = $2', [
    tx.tenantId,
    accountId,
  ]);
  if (!person) throw notFound(tx.who, handInCash.input.accountId.label);
  const move = { kind: 'hand-in', lotId, accountId, amountFen, bankNo: null, note } as const;
  const { id, moveNo } = await moveCash(tx, move, person.name);
  tx.emit(cashHandedIn, { lotId, subjectId: id, data: { moveNo, amountFen } });
  describe(act, `${person.name} ${lot}`, id, { amountFen, note });
  return { moveNo };
});

const depositServer = handle(depositCash, async (tx, given, act) => {
  const lot = await requireSeenLot(tx, given.lotId);
  const { id, moveNo } = await moveCash(tx, { kind: 'deposit', accountId: null, ...given });
  const { amountFen, bankNo, note } = given;
  tx.emit(cashDeposited, { lotId: given.lotId, subjectId: id, data: { moveNo, amountFen } });
  describe(act, lot, id, { amountFen, bankNo, note });
  return { moveNo };
});

const withdrawServer = handle(withdrawCash, async (tx, given, act) => {
  const lot = await requireSeenLot(tx, given.lotId);
  const { id, moveNo } = await moveCash(tx, { kind: 'withdrawal', accountId: null, ...given });
  const { amountFen, bankNo, note } = given;
  tx.emit(cashWithdrawn, { lotId: given.lotId, subjectId: id, data: { moveNo, amountFen } });
  describe(act, lot, id, { amountFen, bankNo, note });
  return { moveNo };
});

/** Cash that persons moved, the newest first. */
export const cashMoveListServer = serveReport(cashMoveList, {
  from: 'cash_move',
  as: 'c',
  columnJoins: 'left join account_fact a on a.tenant_id = c.tenant_id and a.id = c.account_id',
  lot: 'c.lot_id',
  own: 'c.account_id = ?',
  period: 'c.at',
  columns: { personName: 'a.name' },
  order: 'c.at desc, c.id desc',
  totals: {
    handedInFen: "case when c.kind = 'hand-in' then c.amount_fen end",
    depositedFen: "case when c.kind = 'deposit' then c.amount_fen end",
  },
});

/** Where the cash is, and moves of it. */
export const cashServers = [getServer, handInServer, depositServer, withdrawServer];
