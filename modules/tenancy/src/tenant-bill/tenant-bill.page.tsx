import type { ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  type CellSlots,
  call,
  can,
  FieldList,
  ListPage,
  list,
  moneyText,
  OperationDialog,
  PayDialog,
  refreshLists,
  shortReason,
  TimeText,
  useText,
} from '@boyun/kernel/web';
import { useState } from 'react';
import { payTenantBill, settleTenantBill, tenantBillList } from './tenant-bill.contract.ts';

type Row = ReportRow<typeof tenantBillList>;
type Outcome = 'paid' | 'waived';

const TEXTS = {
  paid: { zh: '登记付款', en: 'Paid' },
  waived: { zh: '减免', en: 'Waive' },
} as const;
const AGREE = {
  zh: '与租户约定费用后，每月自动出账',
  en: 'Once fees are agreed with a tenant, a bill is created each month',
};
const PAY_HERE = {
  zh: '平台每月出账后，在这里查看和支付',
  en: 'Bills of the platform are shown and paid here each month',
};
const SETTLED = { zh: '该账单已结清', en: 'This bill is already settled' };

const CELLS: CellSlots<Row> = {
  month: { width: 90 },
  name: { isGrowing: true, width: 170, cell: (row) => <b className="by-strong">{row.name}</b> },
  monthlyFeeFen: { width: 110 },
  lotCount: { width: 80 },
  lotFeeFen: { width: 110 },
  amountFen: { width: 110 },
  dueAt: { width: 110, cell: (row) => <TimeText at={row.dueAt} style="day" /> },
  state: { width: 90 },
  settledAt: { width: 150 },
  note: { width: 150 },
};

/** What tenants owe the platform by month; a tenant sees its own bills. */
export default function TenantBillPage() {
  const t = useText();
  const [settled, setSettled] = useState<{ row: Row; outcome: Outcome } | null>(null);
  const [paid, setPaid] = useState<Row | null>(null);
  const isPlatform = can(settleTenantBill.access);
  const act = (row: Row, outcome: Outcome) => (
    <ActButton
      type="link"
      size="small"
      access={settleTenantBill.access}
      disabledReason={row.settledAt ? SETTLED : null}
      onAct={() => setSettled({ row, outcome })}
    >
      {t(TEXTS[outcome])}
    </ActButton>
  );
  return (
    <>
      <ListPage
        source={tenantBillList}
        columns={[
          'month',
          'name',
          'monthlyFeeFen',
          'lotCount',
          'lotFeeFen',
          'amountFen',
          'dueAt',
          'state',
          'settledAt',
          'note',
        ]}
        cells={CELLS}
        rowActs={
          isPlatform
            ? (row) => (
                <>
                  {act(row, 'paid')}
                  {act(row, 'waived')}
                </>
              )
            : can(payTenantBill.access)
              ? (row) => (
                  <ActButton
                    type="link"
                    size="small"
                    access={payTenantBill.access}
                    disabledReason={row.settledAt ? SETTLED : null}
                    onAct={() => setPaid(row)}
                  >
                    {t(payTenantBill.title)}
                  </ActButton>
                )
              : undefined
        }
        actsWidth={136}
        rowClass={(row) => (row.state === 'overdue' ? 'is-bad' : undefined)}
        detailTitle={(row) => `${row.name} ${row.month}`}
        detail={(row) => <FieldList fields={tenantBillList.columns} row={row} />}
        empty={{
          title: { zh: '还没有账单', en: 'No bills yet' },
          hint: isPlatform ? AGREE : PAY_HERE,
        }}
      />
      {settled?.outcome === 'paid' && <BookPayment row={settled.row} onClose={() => setSettled(null)} />}
      {settled?.outcome === 'waived' && <WaiveBill row={settled.row} onClose={() => setSettled(null)} />}
      {paid && <PayBill month={paid.month} onClose={() => setPaid(null)} />}
    </>
  );
}

const { method, note } = settleTenantBill.input;

interface SettleProps {
  readonly row: Row;
  readonly onClose: () => void;
}

/** What both ways to settle a bill have in common. */
function useSettling({ row: { name, month, amountFen }, onClose }: SettleProps, outcome: Outcome) {
  const t = useText();
  return {
    isOpen: true,
    onClose,
    of: settleTenantBill,
    title: `${t(TEXTS[outcome])} · ${name} ${month} ¥${moneyText(amountFen)}`,
    done: { zh: '账单已结清', en: 'Bill settled' },
    refreshes: [tenantBillList.name],
  } as const;
}

/** Books the money of a bill that was handed over. */
function BookPayment(props: SettleProps) {
  const { tenantNumber, month } = props.row;
  const given = { tenantNumber, month, outcome: 'paid' } as const;
  return <OperationDialog {...useSettling(props, 'paid')} given={given} fields={{ method, note }} />;
}

/** Waives a bill, with a note. */
function WaiveBill(props: SettleProps) {
  const { tenantNumber, month } = props.row;
  return (
    <OperationDialog
      {...useSettling(props, 'waived')}
      given={{ tenantNumber, month, outcome: 'waived', method: 'transfer' }}
      fields={{ note }}
      disabledReason={(values) => shortReason(values.note)}
    />
  );
}

/** Shows a code by which the tenant pays its bill of a month. */
function PayBill({ month, onClose }: { month: string; onClose: () => void }) {
  const t = useText();
  return (
    <PayDialog
      name={`tenant-bill ${month}`}
      title={`${t(payTenantBill.title)} · ${month}`}
      begin={() => call(payTenantBill, { month })}
      findPaid={async () => {
        const { rows } = await list(tenantBillList, { month, page: 1, perPage: 1 }, { isQuiet: true });
        return rows[0]?.state === 'paid';
      }}
      onPaid={() => void refreshLists(tenantBillList.name)}
      onClose={onClose}
    />
  );
}
