import type { ReportRow } from '@boyun/kernel/contract';
import { Money, moneyText, OperationDialog, refreshLists, SENT_FOR_REVIEW, useText } from '@boyun/kernel/web';
import { unit } from '../unit/unit.contract.ts';
import {
  collectUnitBills,
  creditUnitBill,
  makeUnitBills,
  refundUnitBill,
  unitBillList,
} from '../unit-bill/unit-bill.contract.ts';

type Row = ReportRow<typeof unitBillList>;

const done = () => Promise.all([unitBillList, unit].map((one) => refreshLists(one.name)));

/** Makes the bills of a month. */
export function MakeDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <OperationDialog
      isOpen={isOpen}
      of={makeUnitBills}
      given={{}}
      fields={makeUnitBills.input}
      hint={{
        zh: '只为已结束的月份出账；已出过的不会重复',
        en: 'Of months that have ended; a bill is made once',
      }}
      done={({ madeCount }) => ({ zh: `已出账单${madeCount}张`, en: `${madeCount} bills made` })}
      onClose={onClose}
      onDone={done}
    />
  );
}

/** What is done with one bill. */
export type BillAct = 'collect' | 'refund' | 'credit';

/** The dialog of an act on a bill. */
export function BillActDialog({ act, row, onClose }: { act: BillAct; row: Row; onClose: () => void }) {
  switch (act) {
    case 'collect':
      return <CollectDialog row={row} onClose={onClose} />;
    case 'refund':
      return <RefundDialog row={row} onClose={onClose} />;
    case 'credit':
      return <CreditDialog row={row} onClose={onClose} />;
  }
}

/** The name of the unit of a bill, as the list brings it. */
export const unitNameOf = (row: Row): string => (row as { unitName?: string }).unitName ?? '';

function useTitle(of: { title: { zh: string; en: string } }, row: Row): string {
  const t = useText();
  return `${t(of.title)} · ${unitNameOf(row)} ${row.month}`;
}

function CollectDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText();
  return (
    <OperationDialog
      isOpen
      of={collectUnitBills}
      given={{ ids: [row.id] }}
      fields={{ channel: collectUnitBills.input.channel }}
      title={useTitle(collectUnitBills, row)}
      done={({ amountFen }) => ({ zh: `已收款¥${moneyText(amountFen)}`, en: `¥${moneyText(amountFen)} taken` })}
      onClose={onClose}
      onDone={done}
    >
      <p>
        {t({ zh: '待付', en: 'Due' })} <Money fen={row.dueFen} isStrong />
      </p>
    </OperationDialog>
  );
}

function RefundDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText();
  const refundableFen = row.paidFen - row.refundedFen;
  const { amountFen, way, reason } = refundUnitBill.input;
  return (
    <OperationDialog
      isOpen
      of={refundUnitBill}
      given={{ id: row.id, refundableFen }}
      fields={{ amountFen, way, reason }}
      initial={{ amountFen: refundableFen }}
      title={useTitle(refundUnitBill, row)}
      done={({ isPending }) => (isPending ? SENT_FOR_REVIEW : { zh: '已退款', en: 'Refunded' })}
      onClose={onClose}
      onDone={done}
    >
      <p>
        {t(refundUnitBill.input.refundableFen.label)} <Money fen={refundableFen} isStrong />
      </p>
    </OperationDialog>
  );
}

function CreditDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText();
  const { amountFen, reason } = creditUnitBill.input;
  return (
    <OperationDialog
      isOpen
      of={creditUnitBill}
      given={{ id: row.id }}
      fields={{ amountFen, reason }}
      title={useTitle(creditUnitBill, row)}
      done={({ isPending }) => (isPending ? SENT_FOR_REVIEW : { zh: '已减免', en: 'Credited' })}
      onClose={onClose}
      onDone={done}
    >
      <p>
        {t({ zh: '待付', en: 'Due' })} <Money fen={row.dueFen} isStrong />
      </p>
    </OperationDialog>
  );
}
