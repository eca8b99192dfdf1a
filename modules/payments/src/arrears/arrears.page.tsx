import type { Label, ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  type BatchOutcome,
  BatchResult,
  call,
  countText,
  FigureBox,
  type ListContext,
  ListPage,
  listLink,
  moneyText,
  notify,
  Plate,
  refreshLists,
  runEach,
  sizeText,
  TimeText,
  useAddressWord,
  useText,
} from '@boyun/kernel/web';
import { useOrderDrawer, Waive } from '@boyun/orders/web';
import { remindersPage } from '@boyun/push/contract';
import { Segmented } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import CollectCash from '../order-pay/collect-cash.form.tsx';
import { collectCash } from '../payment/payment.contract.ts';
import { ArrearsAge, arrearsByLot, arrearsByPlate, arrearsList, remindArrears } from './arrears.contract.ts';
import '../payment/payment.css';

const Remind = lazy(() => import('./remind-arrears.form.tsx'));

const PATH = '/_cloud_operation/arrears';
const NONE_SELECTED = { zh: '请先勾选要催缴的车牌', en: 'Select plates first' };
const VIEWS = {
  order: { zh: '按订单', en: 'By order' },
  plate: { zh: '按车牌', en: 'By plate' },
  lot: { zh: '按车场', en: 'By lot' },
} as const;
type View = keyof typeof VIEWS;

/** Debts of cars by order, plate, lot and age; collected in cash, or waived subject to review. */
export default function ArrearsPage() {
  const [word, setView] = useAddressWord('tab');
  const view: View = word === 'plate' || word === 'lot' ? word : 'order';
  const tabs = <Views view={view} onChange={(next) => setView(next === 'order' ? null : next)} />;
  if (view === 'plate') return <ByPlate tabs={tabs} />;
  if (view === 'lot') return <ByLot tabs={tabs} />;
  return <ByOrder tabs={tabs} />;
}

function Views({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const t = useText();
  const navigate = useNavigate();
  return (
    <>
      <Segmented<View>
        value={view}
        options={(Object.keys(VIEWS) as View[]).map((key) => ({ value: key, label: t(VIEWS[key]) }))}
        onChange={onChange}
      />
      <ActButton access={remindersPage.access} onAct={() => navigate(remindersPage.path)}>
        {t({ zh: '自动催缴', en: 'Automatic reminders' })}
      </ActButton>
    </>
  );
}

/** What is owed in all and by age. */
function Figures<Row>({ context }: { context: ListContext<Row> }) {
  const [tab] = useAddressWord('tab');
  const totals = (context.listing?.totals ?? {}) as Record<string, number | undefined>;
  const figures: readonly { label: Label; text: string; tone?: string; to?: string }[] = [
    { label: { zh: '欠费记录', en: 'Debts' }, text: sizeText(context.listing) },
    { label: { zh: '欠费合计', en: 'Owed' }, text: moneyText(totals.dueFen), tone: totals.dueFen ? 'by-tone-bad' : '' },
    ...(Object.keys(ArrearsAge) as (keyof typeof ArrearsAge)[])
      .filter((age) => totals[`${age}Fen`] !== undefined)
      .map((age) => ({
        label: ArrearsAge[age],
        text: moneyText(totals[`${age}Fen`]),
        to: listLink(PATH, { ...context.state.filters, age, tab }),
      })),
  ];
  return (
    <div className="by-figures">
      {figures.map(({ label, text, tone, to }) => (
        <FigureBox key={label.en} label={label} tone={tone} to={to}>
          {text}
        </FigureBox>
      ))}
    </div>
  );
}

const EMPTY = {
  title: { zh: '没有欠费', en: 'Nothing is owed' },
  hint: { zh: '未付清就离场的车辆会显示在这里', en: 'Cars that leave without paying in full appear here' },
};

function ByOrder({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  const [openOrder, drawer] = useOrderDrawer();
  const [collecting, setCollecting] = useState<string | null>(null);
  return (
    <ListPage
      source={arrearsList}
      columns={[
        'plate',
        'lotId',
        'dueFen',
        'ageDays',
        'leftAt',
        'enteredAt',
        'feeFen',
        'reducedFen',
        'paidFen',
        'orderNo',
      ]}
      filters={['plate', 'lotId', 'age', 'from', 'to', 'minDueFen']}
      cells={{
        plate: {
          width: 140,
          isGrowing: false,
          cell: (row) => <Plate text={row.plate} color={row.plateColor} to={listLink(PATH, { plate: row.plate })} />,
        },
        lotId: { width: 142 },
        dueFen: { width: 104, cell: (row) => <Owed fen={row.dueFen} /> },
        ageDays: { width: 96 },
        leftAt: { width: 134, cell: (row) => <TimeText at={row.leftAt} style="minute" /> },
        enteredAt: { width: 134, cell: (row) => <TimeText at={row.enteredAt} style="minute" /> },
        orderNo: { width: 176 },
      }}
      sort="leftAt"
      above={(context) => <Figures context={context} />}
      toolbar={() => tabs}
      rowActs={(row, context) => (
        <>
          <ActButton type="link" access={collectCash.access} onAct={() => setCollecting(row.id)}>
            {t({ zh: '收款', en: 'Collect' })}
          </ActButton>
          <Suspense fallback={null}>
            <Waive key={row.dueFen} order={row} isLink onChanged={() => context.refresh()} />
          </Suspense>
        </>
      )}
      actsWidth={132}
      onOpen={(row) => openOrder(row.id)}
      empty={EMPTY}
    >
      {(context) => (
        <>
          {drawer}
          <CollectCash orderId={collecting} onClose={() => setCollecting(null)} onPaid={() => context.refresh()} />
        </>
      )}
    </ListPage>
  );
}

function Owed({ fen }: { fen: number }) {
  return <b className="by-figure pay-excess">{moneyText(fen)}</b>;
}

type PlateRow = ReportRow<typeof arrearsByPlate>;

function ByPlate({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  const [asked, setAsked] = useState<PlateRow | null>(null);
  const [reminded, setReminded] = useState<string | null>(null);
  const [outcomes, setOutcomes] = useState<readonly BatchOutcome[] | null>(null);
  return (
    <ListPage
      source={arrearsByPlate}
      columns={['plate', 'dueFen', 'orderCount', 'lotCount', 'oldestAt', 'latestAt', 'remindedAt']}
      filters={['plate', 'lotId', 'age', 'from', 'to', 'minDueFen']}
      cells={{
        plate: {
          width: 150,
          isGrowing: false,
          cell: (row) => <Plate text={row.plate} color={row.plateColor} to={listLink(PATH, { plate: row.plate })} />,
        },
        dueFen: { cell: (row) => <Owed fen={row.dueFen} /> },
        orderCount: {
          cell: (row) => <Link to={listLink(PATH, { plate: row.plate })}>{countText(row.orderCount)}</Link>,
        },
      }}
      above={(context) => <Figures context={context} />}
      toolbar={() => tabs}
      rowActs={(row) => (
        <>
          <ActButton type="link" access={collectCash.access} onAct={() => setAsked(row)}>
            {t({ zh: '补缴', en: 'Collect all' })}
          </ActButton>
          <ActButton type="link" access={remindArrears.access} onAct={() => setReminded(row.plate)}>
            {t({ zh: '短信催缴', en: 'Remind' })}
          </ActButton>
        </>
      )}
      actsWidth={188}
      batch={{
        name: (row) => row.plate,
        acts: (rows, clear) => (
          <RemindAll
            rows={rows}
            onDone={(results) => {
              clear();
              setOutcomes(results);
            }}
          />
        ),
      }}
      detail={null}
      empty={EMPTY}
    >
      {(context) => (
        <>
          {reminded && (
            <Suspense fallback={null}>
              <Remind plate={reminded} onClose={() => setReminded(null)} onDone={() => context.refresh()} />
            </Suspense>
          )}
          <BatchResult outcomes={outcomes} onClose={() => setOutcomes(null)} />
          <CollectCash
            orderId={asked?.orderId ?? null}
            isAllDebts
            onClose={() => setAsked(null)}
            onPaid={() => context.refresh()}
          />
        </>
      )}
    </ListPage>
  );
}

/** Reminds the owners of the selected plates whose mobile is known. */
function RemindAll({
  rows,
  onDone,
}: {
  rows: readonly PlateRow[];
  onDone: (outcomes: readonly BatchOutcome[]) => void;
}) {
  const t = useText();
  const remindAll = async () => {
    const remind = ({ plate }: PlateRow) => call(remindArrears, { plate, mobile: null }, { isQuiet: true });
    const outcomes = await runEach(rows, (row) => row.plate, remind);
    const sent = outcomes.filter((one) => one.refused === null).length;
    if (sent > 0) notify('good', { zh: `已提交${sent}条催缴短信`, en: `${sent} reminders on their way` });
    onDone(outcomes);
    await refreshLists(arrearsByPlate.name);
  };
  return (
    <ActButton
      access={remindArrears.access}
      disabledReason={rows.length === 0 ? NONE_SELECTED : null}
      onAct={remindAll}
    >
      {t({ zh: '批量催缴', en: 'Remind' })}
      {rows.length > 0 && ` (${rows.length})`}
    </ActButton>
  );
}

function ByLot({ tabs }: { tabs: ReactNode }) {
  return (
    <ListPage
      source={arrearsByLot}
      columns={[
        'lotId',
        'dueFen',
        'orderCount',
        'plateCount',
        'weekFen',
        'monthFen',
        'quarterFen',
        'olderFen',
        'oldestAt',
      ]}
      filters={['lotId', 'plate', 'age', 'from', 'to', 'minDueFen']}
      cells={{
        lotId: { width: 180 },
        dueFen: { cell: (row) => <Owed fen={row.dueFen} /> },
        orderCount: {
          cell: (row) => <Link to={listLink(PATH, { lotId: row.lotId })}>{countText(row.orderCount)}</Link>,
        },
      }}
      above={(context) => <Figures context={context} />}
      toolbar={() => tabs}
      detail={null}
      empty={EMPTY}
    />
  );
}
