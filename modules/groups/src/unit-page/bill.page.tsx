import type { ReportRow } from '@boyun/kernel/contract';
import { ActButton, choicesOf, FilterSwitch, ListPage, listLink, Money, SlotParts, useText } from '@boyun/kernel/web';
import { PendingBanner, usePendingReason } from '@boyun/reviews/web';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  collectUnitBills,
  creditUnitBill,
  getUnitBill,
  makeUnitBills,
  refundUnitBill,
  UnitBillState,
  unitBillList,
} from '../unit-bill/unit-bill.contract.ts';
import { unitReviews } from '../unit-bill/unit-bill-review.contract.ts';
import { type BillAct, BillActDialog, MakeDialog, unitNameOf } from './bill-act.form.tsx';
import { unitBillActs } from './bill-slot.view.ts';
import { UnitStatement } from './statement.view.tsx';

type Row = ReportRow<typeof unitBillList>;

const STATES = choicesOf(UnitBillState);
const PAID = { zh: '已付清', en: 'It is paid' };
const NONE_PAID = { zh: '没有可退的款项', en: 'Nothing to refund' };

/** The monthly bills of units. */
export default function BillPage() {
  const t = useText();
  const [isMaking, setMaking] = useState(false);
  const [asked, setAsked] = useState<{ act: BillAct; row: Row } | null>(null);
  return (
    <ListPage
      source={unitBillList}
      columns={[
        'billNo',
        'unitId',
        'month',
        'lotName',
        'spots',
        'contractDays',
        'rentFen',
        'visitorFen',
        'amountFen',
        'dueFen',
        'state',
        'dueAt',
        'creditFen',
        'paidFen',
        'refundedFen',
        'visitorCount',
        'spotFeeFen',
        'paidAt',
      ]}
      filters={['unitId', 'lotId', 'month']}
      cells={{
        billNo: { width: 136 },
        unitId: { width: 160, isGrowing: true },
        month: { width: 84 },
        lotName: { width: 140 },
        spots: { width: 72 },
        contractDays: { width: 84 },
        rentFen: { width: 100 },
        visitorFen: { width: 100 },
        amountFen: { width: 104, cell: (row) => <Money fen={row.amountFen} isStrong /> },
        dueFen: { width: 100 },
        state: { width: 88 },
        creditFen: { isHiddenAtFirst: true },
        paidFen: { isHiddenAtFirst: true },
        refundedFen: { isHiddenAtFirst: true },
        visitorCount: { isHiddenAtFirst: true },
        spotFeeFen: { isHiddenAtFirst: true },
        paidAt: { isHiddenAtFirst: true },
      }}
      toolbar={(context) => (
        <>
          <ActButton type="primary" access={makeUnitBills.access} onAct={() => setMaking(true)}>
            {t(makeUnitBills.title)}
          </ActButton>
          <FilterSwitch context={context} filter="state" choices={STATES} />
        </>
      )}
      rowActs={(row) => (
        <ActButton
          type="link"
          access={collectUnitBills.access}
          disabledReason={row.state === 'paid' ? PAID : null}
          onAct={() => setAsked({ act: 'collect', row })}
        >
          {t(collectUnitBills.title)}
        </ActButton>
      )}
      actsWidth={132}
      detail={(row) => (
        <>
          <PendingBanner subjectId={row.id} />
          <UnitStatement of={getUnitBill} row={row} />
        </>
      )}
      detailActs={(row) => <BillActs row={row} onAct={(act) => setAsked({ act, row })} />}
      empty={{
        title: { zh: '还没有账单', en: 'No bills yet' },
        hint: {
          zh: '每月初自动出上月账单：车位租金加访客停车费；也可点“出账”补出',
          en: 'Bills of the month before are made by themselves: rent of spots, and parking of visitors',
        },
      }}
    >
      {() => (
        <>
          <MakeDialog isOpen={isMaking} onClose={() => setMaking(false)} />
          {asked && <BillActDialog {...asked} onClose={() => setAsked(null)} />}
        </>
      )}
    </ListPage>
  );
}

/** What is done with a bill from its detail. */
function BillActs({ row, onAct }: { row: Row; onAct: (act: BillAct) => void }) {
  const t = useText();
  const refund = usePendingReason(row.id, unitReviews.refund.name);
  const credit = usePendingReason(row.id, unitReviews.credit.name);
  return (
    <>
      <SlotParts of={unitBillActs} props={{ bill: { ...row, unitName: unitNameOf(row) } }} />
      <ActButton
        access={refundUnitBill.access}
        disabledReason={row.paidFen > row.refundedFen ? refund : NONE_PAID}
        onAct={() => onAct('refund')}
      >
        {t(refundUnitBill.title)}
      </ActButton>
      <ActButton
        access={creditUnitBill.access}
        disabledReason={row.dueFen > 0 ? credit : PAID}
        onAct={() => onAct('credit')}
      >
        {t(creditUnitBill.title)}
      </ActButton>
      <Link to={listLink('/_cloud_group/pass', { unitId: row.unitId })}>
        {t({ zh: '查看通行记录', en: 'See its passes' })}
      </Link>
    </>
  );
}
