import { ListPage, Money } from '@boyun/kernel/web';
import { ledgerLines } from '../book/ledger-line.contract.ts';
import { TransactionView } from './transaction.view.tsx';

/** The entries of accounts with their balances; a line opens its transaction. */
export default function LedgerPage() {
  return (
    <ListPage
      source={ledgerLines}
      opensOn="month"
      columns={[
        'at',
        'account',
        'partyName',
        'subject',
        'number',
        'plate',
        'lotId',
        'debitFen',
        'creditFen',
        'balanceFen',
      ]}
      filters={['account', 'lotId', 'from', 'to']}
      cells={{
        at: { width: 178 },
        account: { width: 130, isGrowing: true },
        partyName: { width: 150, isGrowing: true },
        subject: { width: 110 },
        number: { width: 190, isHiddenAtFirst: true },
        balanceFen: { width: 120, cell: (row) => <Money fen={row.balanceFen} isStrong /> },
      }}
      detailWidth={760}
      detailTitle={(row) => row.number ?? ''}
      detail={(row) => <TransactionView transactionId={row.transactionId} />}
      empty={{
        title: { zh: '该期间没有分录', en: 'No entries in this period' },
        hint: {
          zh: '收费、退款、交班、结算都会自动记账',
          en: 'Fees, refunds, shifts and settlements are booked by themselves',
        },
      }}
    />
  );
}
