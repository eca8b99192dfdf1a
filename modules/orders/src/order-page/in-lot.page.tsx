import type { Label, ReportRow } from '@boyun/kernel/contract';
import {
  can,
  countText,
  DurationText,
  FigureBox,
  FilterSwitch,
  type ListContext,
  ListPage,
  listLink,
  moneyText,
  TimeText,
  useNow,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { PendingRows } from '@boyun/reviews/web';
import { inLotList } from '../order/in-lot.contract.ts';
import { orderColumns } from '../order/order.contract.ts';
import { Due, OrderPlate } from '../order/order-cell.view.tsx';
import { CloseStale } from '../order-change/close-stale.view.tsx';
import { closeOrders } from '../order-change/order-change.contract.ts';
import { useOrderDrawer } from './open-order.view.tsx';
import './order-list.css';

type Row = ReportRow<typeof inLotList>;

const PATH = '/_cloud_operation/inLot';
const REFRESH_MS = 30_000;
const HOUR_MS = 3_600_000;
/** Hours after which a stay is unusual, and after which its exit was probably missed. */
const LONG_HOURS = 24;
const STALE_HOURS = 72;
const LONGER_THAN = [4, 12, 24, 72].map((hours) => ({
  value: hours,
  label: { zh: `>${hours}小时`, en: `>${hours} h` },
}));

/** Cars inside, their entry times and their fees so far. */
export default function InLotPage() {
  const [openOrder, drawer] = useOrderDrawer();
  const canClose = can(closeOrders.access);
  return (
    <ListPage
      source={inLotList}
      columns={[
        'plate',
        'lotId',
        'enteredAt',
        'parkedMinutes',
        'feeFen',
        'reducedFen',
        'paidFen',
        'dueFen',
        'standing',
        'entryPicture',
        'orderNo',
      ]}
      filters={['plate', 'lotId', 'minHours', 'standing', 'from', 'to']}
      cells={{
        plate: { width: 164, isGrowing: false, cell: (row) => <OrderPlate row={row} /> },
        enteredAt: { width: 134, cell: (row) => <TimeText at={row.enteredAt} style="minute" /> },
        parkedMinutes: {
          label: { zh: '已停时长', en: 'Inside for' },
          width: 138,
          align: 'start',
          cell: (row) => <Since at={row.enteredAt} />,
        },
        standing: { width: 132 },
        feeFen: { width: 92 },
        reducedFen: { width: 88 },
        paidFen: { width: 92 },
        dueFen: { width: 92, cell: (row) => <Due fen={row.dueFen} /> },
        entryPicture: {
          width: 96,
          cell: (row) => <ZoomPicture address={row.entryPicture} label={{ zh: '入场图片', en: 'Entry picture' }} />,
        },
        orderNo: { width: 176, isGrowing: false, isHiddenAtFirst: true },
      }}
      sort="-enteredAt"
      everyMs={REFRESH_MS}
      above={(context) => <Figures context={context} />}
      toolbar={(context) => <FilterSwitch context={context} filter="minHours" choices={LONGER_THAN} />}
      batch={
        canClose
          ? {
              name: (row) => row.plate,
              acts: (rows, clear) => <CloseStale ids={rows.map((row) => row.id)} onDone={clear} />,
            }
          : undefined
      }
      onOpen={(row) => openOrder(row.id)}
      empty={{
        title: { zh: '场内没有车辆', en: 'No car is inside' },
        hint: {
          zh: '车辆入场后会显示在这里，离场后消失',
          en: 'Cars appear here when they enter and go when they leave',
        },
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

/** The cars the list is about, and what they would pay to leave now; no money where they are too many to price. */
function Figures({ context }: { context: ListContext<Row> }) {
  const totals = context.listing?.totals as
    | { feeFen?: number; reducedFen?: number; paidFen?: number; dueFen?: number; longCount?: number }
    | undefined;
  const figures: readonly { label: Label; text: string; tone?: string; to?: string }[] = [
    { label: { zh: '在场车辆', en: 'Cars inside' }, text: countText(context.listing?.total) },
    {
      label: { zh: '超24小时', en: 'Over 24 h' },
      text: countText(totals?.longCount),
      tone: totals?.longCount ? 'by-tone-warn' : '',
      to: listLink(PATH, { ...context.state.filters, minHours: LONG_HOURS }),
    },
    { label: { zh: '当前费用', en: 'Fees so far' }, text: moneyText(totals?.feeFen) },
    { label: orderColumns.reducedFen.label, text: moneyText(totals?.reducedFen) },
    {
      label: orderColumns.paidFen.label,
      text: moneyText(totals?.paidFen),
      tone: totals?.paidFen ? 'by-tone-good' : '',
    },
    { label: orderColumns.dueFen.label, text: moneyText(totals?.dueFen), tone: totals?.dueFen ? 'by-tone-warn' : '' },
  ];
  return (
    <div className="by-figures order-figures">
      {figures.map(({ label, text, tone, to }) => (
        <FigureBox key={label.en} label={label} tone={tone} to={to}>
          {text}
        </FigureBox>
      ))}
    </div>
  );
}

/** How long a car has been inside, counting on while it is looked at. */
function Since({ at }: { at: Date }) {
  const t = useText();
  const moment = useNow(1000);
  const stayedMs = moment.getTime() - at.getTime();
  const hours = stayedMs / HOUR_MS;
  const tone = hours >= STALE_HOURS ? 'by-tone-bad' : hours >= LONG_HOURS ? 'by-tone-warn' : 'by-tone-info';
  return (
    <span
      className={`order-since ${tone}`}
      title={
        hours >= STALE_HOURS
          ? t({ zh: '停车超过3天，请核实车辆是否在场', en: 'Over three days: is it still there?' })
          : undefined
      }
    >
      <i aria-hidden="true" style={{ backgroundSize: `max(2px, ${Math.min(1, hours / LONG_HOURS) * 100}%) 100%` }} />
      <DurationText seconds={stayedMs / 1000} />
    </span>
  );
}
