import type { Label, ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  type CellSlots,
  call,
  ListPage,
  list,
  Money,
  PayDialog,
  refreshLists,
  SlotParts,
  useText,
} from '@boyun/kernel/web';
import { type ReactNode, useState } from 'react';
import { deskBillList, getDeskBill, payDeskBill } from '../unit-desk/unit-desk.contract.ts';
import { deskBillParts } from '../unit-page/bill-slot.view.ts';
import { UnitStatement } from '../unit-page/statement.view.tsx';

const PAID = { zh: '已付清', en: 'It is paid' };
const BILL_COLUMNS = [
  'month',
  'lotName',
  'spots',
  'rentFen',
  'visitorCount',
  'visitorFen',
  'amountFen',
  'dueFen',
  'state',
  'dueAt',
  'billNo',
  'spotFeeFen',
  'contractDays',
  'creditFen',
  'paidFen',
  'refundedFen',
  'paidAt',
] as const;
const BILL_CELLS: CellSlots<ReportRow<typeof deskBillList>> = {
  month: { width: 84 },
  lotName: { width: 140, isGrowing: true },
  spots: { width: 76 },
  rentFen: { width: 100 },
  visitorCount: { width: 84 },
  visitorFen: { width: 108 },
  amountFen: { width: 104, cell: (row) => <Money fen={row.amountFen} isStrong /> },
  dueFen: { width: 100 },
  state: { width: 92 },
  dueAt: { width: 160 },
  billNo: { isHiddenAtFirst: true },
  spotFeeFen: { isHiddenAtFirst: true },
  contractDays: { isHiddenAtFirst: true },
  creditFen: { isHiddenAtFirst: true },
  paidFen: { isHiddenAtFirst: true },
  refundedFen: { isHiddenAtFirst: true },
  paidAt: { isHiddenAtFirst: true },
};

/** The bills of the unit, each with its statement and a code that a phone pays it by. */
export function DeskBills({
  unitName,
  above,
  onChanged,
  title,
}: {
  unitName: string;
  above: () => ReactNode;
  onChanged: () => void;
  title: Label;
}) {
  const t = useText();
  const [paid, setPaid] = useState<ReportRow<typeof deskBillList> | null>(null);
  return (
    <>
      <ListPage
        source={deskBillList}
        title={title}
        columns={BILL_COLUMNS}
        filters={['month', 'state']}
        cells={BILL_CELLS}
        above={above}
        rowActs={(row) => (
          <ActButton
            type="link"
            access={payDeskBill.access}
            disabledReason={row.dueFen > 0 ? null : PAID}
            onAct={() => setPaid(row)}
          >
            {t(payDeskBill.title)}
          </ActButton>
        )}
        actsWidth={110}
        detail={(row) => (
          <>
            <UnitStatement of={getDeskBill} row={row} />
            <SlotParts of={deskBillParts} props={{ bill: { ...row, unitName } }} />
          </>
        )}
      />
      {paid && (
        <PayDialog
          name={`unit-bill ${paid.id}`}
          title={`${t(payDeskBill.title)} · ${paid.month}`}
          begin={() => call(payDeskBill, { id: paid.id })}
          findPaid={async () => {
            const { rows } = await list(deskBillList, { month: paid.month, page: 1, perPage: 100 }, { isQuiet: true });
            return rows.find((one) => one.id === paid.id)?.state === 'paid';
          }}
          onPaid={() => {
            onChanged();
            void refreshLists(deskBillList.name);
          }}
          onClose={() => setPaid(null)}
        />
      )}
    </>
  );
}
