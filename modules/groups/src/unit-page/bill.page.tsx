import type { ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  choicesOf,
  FilterSwitch,
  ListPage,
  listLink,
  Money,
  moneyText,
  OperationDialog,
  refreshLists,
  useText,
} from '@boyun/kernel/web';
import { useState } from 'react';
import { Link } from 'react-router';
import { unit } from '../unit/unit.contract.ts';
import { collectUnitBills, makeUnitBills, UnitBillState, unitBillList } from '../unit-bill/unit-bill.contract.ts';

type Row = ReportRow<typeof unitBillList>;

const STATES = choicesOf(UnitBillState);
const PAID = { zh: '已付清', en: 'It is paid' };
const done = () => Promise.all([unitBillList, unit].map((one) => refreshLists(one.name)));

/** The monthly bills of units. */
export default function BillPage() {
  const t = useText();
  const [isMaking, setMaking] = useState(false);
  const [asked, setAsked] = useState<Row | null>(null);
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
        'paidFen',
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
        paidFen: { isHiddenAtFirst: true },
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
          onAct={() => setAsked(row)}
        >
          {t(collectUnitBills.title)}
        </ActButton>
      )}
      actsWidth={110}
      detailActs={(row) => (
        <Link to={listLink('/_cloud_group/pass', { unitId: row.unitId })}>
          {t({ zh: '查看通行记录', en: 'See its passes' })}
        </Link>
      )}
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
          {asked && <CollectDialog row={asked} onClose={() => setAsked(null)} />}
        </>
      )}
    </ListPage>
  );
}

function MakeDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
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

function CollectDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText();
  const { unitName = '' } = row as { unitName?: string };
  return (
    <OperationDialog
      isOpen
      of={collectUnitBills}
      given={{ ids: [row.id] }}
      fields={{ channel: collectUnitBills.input.channel }}
      title={`${t(collectUnitBills.title)} · ${unitName} ${row.month}`}
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
