import { choicesOf, FilterSwitch, ListPage, Money } from '@boyun/kernel/web';
import { cashFlow, MoneyAccount } from '../book/ledger-line.contract.ts';
import { TransactionView } from './transaction.view.tsx';

const ACCOUNTS = choicesOf(MoneyAccount);

/** Every movement of money with the balance of its account; a line opens its transaction. */
export default function CashFlowPage() {
  return (
    <ListPage
      source={cashFlow}
      opensOn="last7"
      columns={['at', 'account', 'partyName', 'subject', 'number', 'plate', 'lotId', 'inFen', 'outFen', 'balanceFen']}
      filters={['lotId', 'from', 'to']}
      cells={{
        at: { width: 178 },
        account: { width: 120, isGrowing: true },
        partyName: { width: 150, isGrowing: true },
        subject: { width: 100 },
        number: { width: 190, isHiddenAtFirst: true },
        balanceFen: { width: 120, cell: (row) => <Money fen={row.balanceFen} isStrong /> },
      }}
      toolbar={(context) => <FilterSwitch context={context} filter="account" choices={ACCOUNTS} />}
      detailWidth={760}
      detailTitle={(row) => row.number ?? ''}
      detail={(row) => <TransactionView transactionId={row.transactionId} />}
      empty={{
        title: { zh: '该期间没有资金变动', en: 'No money moved in this period' },
        hint: {
          zh: '收款、退款、交班上缴、存取款和付款都会显示',
          en: 'Payments, refunds, hand-ins, deposits and pay-outs appear here',
        },
      }}
    />
  );
}
