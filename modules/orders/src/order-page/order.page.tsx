import type { Label, ReportRow } from '@boyun/kernel/contract';
import {
  FigureBox,
  type ListContext,
  ListPage,
  Money,
  moneyText,
  periodLabel,
  shareText,
  sizeText,
  TimeText,
  useText,
} from '@boyun/kernel/web';
import { PendingRows } from '@boyun/reviews/web';
import { Segmented } from 'antd';
import { orderList } from '../order/order.contract.ts';
import { Due, OrderPlate, PayStateDot, Stayed } from '../order/order-cell.view.tsx';
import { channelLabel } from '../order/order-history.view.tsx';
import { useOrderDrawer } from './open-order.view.tsx';
import './order-list.css';

type Row = ReportRow<typeof orderList>;
type Context = ListContext<Row>;

const COLUMNS = [
  'plate',
  'lotId',
  'enteredAt',
  'leftAt',
  'parkedMinutes',
  'parkingState',
  'payState',
  'feeFen',
  'paidFen',
  'dueFen',
  'overpaidFen',
  'refundedFen',
  'reducedFen',
  'orderNo',
  'payMethod',
  'paidAt',
  'standing',
  'spotNumber',
  'spotKind',
  'vehicleKind',
];
const FILTERS = [
  'plate',
  'presentFrom',
  'presentTo',
  'lotId',
  'from',
  'to',
  'parkingState',
  'payState',
  'isOverpaid',
  'standing',
  'vehicleKind',
  'orderNo',
  'leftFrom',
  'leftTo',
  'minMinutes',
  'underMinutes',
  'chargeRuleId',
  'isFree',
  'isEnded',
  'isCorrected',
  'hasLeftOwing',
  'spotNumber',
  'entryLaneId',
  'exitLaneId',
  'source',
  'payer',
  'reason',
] as const;

/** The parking orders. An address with `orderId` opens that order at once, whatever the list shows. */
export default function OrderPage() {
  const t = useText();
  const [openOrder, drawer] = useOrderDrawer();
  return (
    <ListPage
      source={orderList}
      columns={COLUMNS}
      filters={FILTERS}
      cells={{
        plate: { width: 164, isGrowing: false, cell: (row) => <OrderPlate row={row} /> },
        parkedMinutes: {
          label: { zh: '停车时长', en: 'Duration' },
          width: 98,
          cell: (row) => <Stayed minutes={row.parkedMinutes} />,
        },
        lotId: { width: 142 },
        enteredAt: { width: 134, cell: (row) => <TimeText at={row.enteredAt} style="minute" /> },
        leftAt: { width: 134, cell: (row) => <TimeText at={row.leftAt} style="minute" /> },
        parkingState: { width: 96, label: { zh: '停车状态', en: 'Parking' } },
        payState: { width: 92, cell: (row) => <PayStateDot row={row} /> },
        feeFen: { width: 92, cell: (row) => <Fee row={row} /> },
        paidFen: { width: 92 },
        reducedFen: { width: 92 },
        orderNo: { width: 176, isGrowing: false },
        dueFen: { width: 92, cell: (row) => <Due fen={row.dueFen} isVoid={row.parkingState === 'void'} /> },
        overpaidFen: { width: 92, isHiddenAtFirst: true },
        refundedFen: { width: 92, isHiddenAtFirst: true },
        payMethod: {
          width: 96,
          isGrowing: false,
          cell: (row) => (row.payMethod ? t(channelLabel(row.payMethod)) : <span className="by-faint">—</span>),
        },
        standing: { isHiddenAtFirst: true },
        spotNumber: { isHiddenAtFirst: true, width: 100, isGrowing: false },
        spotKind: { isHiddenAtFirst: true, width: 100, isGrowing: false },
        vehicleKind: { isHiddenAtFirst: true, width: 100, isGrowing: false },
      }}
      sort="-enteredAt"
      opensOn="today"
      above={(context) => <Figures context={context} />}
      toolbar={(context) => (
        <>
          <Views context={context} />
        </>
      )}
      rowClass={(row) => (row.parkingState === 'void' ? 'order-is-void' : undefined)}
      onOpen={(row) => openOrder(row.id)}
      empty={{
        title: { zh: '还没有停车订单', en: 'No parking orders yet' },
        hint: { zh: '车辆入场后，订单会自动出现在这里', en: 'An order appears here with the first car that enters' },
      }}
    >
      {({ listing }) => (
        <>
          <PendingRows ids={listing?.rows.map((row) => row.id) ?? []} />
          {drawer}
        </>
      )}
    </ListPage>
  );
}

/** The fee; that of a car still inside is what it comes to so far. */
function Fee({ row }: { row: Row }) {
  const t = useText();
  if (row.parkingState !== 'inside') return <Money fen={row.feeFen} />;
  return (
    <span className="order-so-far" title={t({ zh: '截至目前', en: 'So far' })}>
      <Money fen={row.feeFen} />
    </span>
  );
}

/** The sums exclude cars inside, whose list has its own sums. */
const ended = ({ zh, en }: Label): Label => ({ zh: `${zh}（不含在场）`, en: `${en} (ended stays)` });

function Figures({ context }: { context: Context }) {
  const totals = context.listing?.totals as { feeFen?: number; reducedFen?: number; paidFen?: number } | undefined;
  const net = (totals?.feeFen ?? 0) - (totals?.reducedFen ?? 0);
  const open = Math.max(0, net - (totals?.paidFen ?? 0));
  const period = periodLabel(orderList.filters, context.state.filters);
  const figures: readonly { label: Label; text: string; tone?: string }[] = [
    {
      label: { zh: `订单数（${period.zh}）`, en: `Orders (${period.en.toLowerCase()})` },
      text: sizeText(context.listing),
    },
    { label: ended({ zh: '应收', en: 'Fees' }), text: moneyText(totals?.feeFen) },
    { label: ended({ zh: '优惠', en: 'Reduced' }), text: moneyText(totals?.reducedFen) },
    {
      label: ended({ zh: '实收', en: 'Paid' }),
      text: moneyText(totals?.paidFen),
      tone: totals?.paidFen ? 'by-tone-good' : undefined,
    },
    {
      label: ended({ zh: '未收', en: 'Not paid' }),
      text: totals?.feeFen === undefined ? '—' : moneyText(open),
      tone: open > 0 ? 'by-tone-warn' : undefined,
    },
    {
      label: { zh: '收缴率', en: 'Share paid' },
      text: net > 0 ? shareText(Math.min(1, (totals?.paidFen ?? 0) / net)) : '—',
    },
  ];
  return (
    <div className="by-figures order-figures">
      {figures.map(({ label, text, tone }) => (
        <FigureBox key={label.en} label={label} tone={tone}>
          {text}
        </FigureBox>
      ))}
    </div>
  );
}

const VIEWS = {
  all: { label: { zh: '全部', en: 'All' }, filters: {} },
  inside: { label: { zh: '在场', en: 'Inside' }, filters: { parkingState: 'inside' } },
  left: { label: { zh: '已离场', en: 'Left' }, filters: { parkingState: 'left' } },
  arrears: { label: { zh: '欠费', en: 'Arrears' }, filters: { payState: 'arrears' } },
  noExit: { label: { zh: '无出场记录', en: 'No exit' }, filters: { parkingState: 'no-exit' } },
  void: { label: { zh: '作废', en: 'Void' }, filters: { parkingState: 'void' } },
} as const;
type View = keyof typeof VIEWS;

/** The usual views of the list, one click each; other filters stay. */
function Views({ context }: { context: Context }) {
  const t = useText();
  const { parkingState, payState, ...rest } = context.state.filters;
  const current = (Object.keys(VIEWS) as View[]).find((key) => {
    const wanted = VIEWS[key].filters as { parkingState?: string; payState?: string };
    return wanted.parkingState === parkingState && wanted.payState === payState;
  });
  return (
    <Segmented<View | ''>
      value={current ?? ''}
      options={(Object.keys(VIEWS) as View[]).map((key) => ({ value: key, label: t(VIEWS[key].label) }))}
      onChange={(key) => key && context.state.setFilters({ ...rest, ...VIEWS[key].filters })}
    />
  );
}
