import type { ReportRow } from '@boyun/kernel/contract';
import { ListPage, listLink, Money, useText } from '@boyun/kernel/web';
import { AccountKind } from '@boyun/money/contract';
import { Link } from 'react-router';
import { trialBalance } from '../book/trial-balance.contract.ts';

type Row = ReportRow<typeof trialBalance>;
const AMOUNTS = [
  'openingDebitFen',
  'openingCreditFen',
  'debitFen',
  'creditFen',
  'closingDebitFen',
  'closingCreditFen',
] as const;

/** What accounts had, moved and have; a kind opens into its parties, an amount into its entries. */
export default function TrialBalancePage() {
  const t = useText();
  const amount = (key: (typeof AMOUNTS)[number]) => ({
    width: 124,
    cell: (row: Row) => (row[key] === 0 ? <span className="by-faint">—</span> : <Money fen={row[key]} />),
  });
  return (
    <ListPage
      source={trialBalance}
      opensOn="month"
      columns={['code', 'account', 'partyName', ...AMOUNTS, 'entryCount']}
      filters={['account', 'lotId', 'from', 'to']}
      cells={{
        code: { width: 90 },
        account: { width: 150, isGrowing: true, cell: (row) => <b>{t(AccountKind[row.account])}</b> },
        partyName: { width: 170, isGrowing: true },
        ...Object.fromEntries(AMOUNTS.map((key) => [key, amount(key)])),
        entryCount: { width: 84 },
      }}
      rowActs={(row, context) => {
        const { from, to, lotId } = context.state.filters;
        const within = { from, to, lotId };
        const isOpen = context.state.filters.account !== undefined;
        return (
          <>
            {!isOpen && AccountKind[row.account].party !== 'none' && (
              <Link to={listLink('/_cloud_operation/trialBalance', { ...within, account: row.account })}>
                {t({ zh: '明细', en: 'Parties' })}
              </Link>
            )}
            <Link
              to={listLink('/_cloud_operation/ledger', {
                ...within,
                account: row.account,
                ...(isOpen ? { party: row.party } : {}),
              })}
            >
              {t({ zh: '分录', en: 'Entries' })}
            </Link>
          </>
        );
      }}
      actsWidth={136}
      detail={null}
      empty={{
        title: { zh: '还没有账目', en: 'Nothing is booked yet' },
        hint: { zh: '第一笔收费后显示', en: 'It begins with the first fee' },
      }}
    />
  );
}
