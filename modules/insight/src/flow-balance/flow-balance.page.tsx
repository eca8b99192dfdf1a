import type { Label, ReportRow } from '@boyun/kernel/contract';
import {
  call,
  countText,
  ErrorState,
  FilterSwitch,
  type ListContext,
  ListPage,
  listLink,
  Plate,
  Skeleton,
  TimeText,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { stayRecounted, stayRestored, stayVoided } from '@boyun/orders/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { flowBalanceList, getFlowGap } from './flow-balance.contract.ts';
import './flow-balance.css';

type Row = ReportRow<typeof flowBalanceList>;

const ORDERS = '/_cloud_operation/order';
const KINDS: Readonly<Record<string, Label>> = {
  [stayVoided.kind]: { zh: '在场订单作废', en: 'Voided inside' },
  [stayRestored.kind]: { zh: '作废订单恢复', en: 'Restored inside' },
  [stayRecounted.kind]: { zh: '更正时间或车牌', en: 'Times or plate corrected' },
};

/** The equation of cars per lot and day; a row opens the records behind it. */
export default function FlowBalancePage() {
  return (
    <ListPage
      source={flowBalanceList}
      columns={[
        'lotId',
        'day',
        'insideBefore',
        'entries',
        'exits',
        'closed',
        'corrected',
        'insideAfter',
        'byEvents',
        'byOrders',
        'gap',
      ]}
      filters={['lotId', 'from', 'to']}
      // As wide as their headings, so that the difference is visible on a small screen.
      cells={{
        lotId: { width: 150 },
        day: { width: 104 },
        insideBefore: { width: 60 },
        insideAfter: { width: 60 },
        entries: { width: 60 },
        exits: { width: 60 },
        closed: { width: 60 },
        corrected: { width: 60, cell: (row) => <Change value={row.corrected} /> },
        byEvents: { width: 60, cell: (row) => <Change value={row.byEvents} /> },
        byOrders: { width: 60, cell: (row) => <Change value={row.byOrders} /> },
        gap: { width: 68, cell: (row) => <Gap value={row.gap} /> },
      }}
      above={(context) => <Equation context={context} />}
      toolbar={(context) => (
        <FilterSwitch
          context={context}
          filter="hasGap"
          choices={[{ value: true, label: { zh: '只看不平衡', en: 'Gaps only' }, count: gapCount(context) }]}
        />
      )}
      rowClass={(row) => (row.gap !== 0 ? 'is-bad' : undefined)}
      detailTitle={(row) => row.day}
      detailWidth={640}
      detail={(row) => <Records row={row} />}
      empty={{
        title: { zh: '这段时间没有车辆进出', en: 'No car moved in this time' },
        hint: { zh: '有车辆进出的每个车场、每一天占一行', en: 'Each lot has a row for every day on which cars moved' },
      }}
    />
  );
}

const gapCount = (context: ListContext<Row>) =>
  (context.listing?.totals as { gapCount?: number } | undefined)?.gapCount;

function Change({ value }: { value: number }) {
  const text = value > 0 ? `+${countText(value)}` : value < 0 ? `−${countText(-value)}` : '0';
  return <span className={value === 0 ? 'by-figure by-faint' : 'by-figure'}>{text}</span>;
}

function Gap({ value }: { value: number }) {
  if (value === 0) return <span className="balance-even">✓</span>;
  return (
    <b className="balance-gap">
      <Change value={value} />
    </b>
  );
}

function Equation({ context }: { context: ListContext<Row> }) {
  const t = useText();
  const count = gapCount(context);
  return (
    <p className={count ? 'balance-line is-broken' : 'balance-line'}>
      <span>
        {t({
          zh: '入场 − 出场 − 无出场关闭 ± 作废与更正 = 在场车辆的变化',
          en: 'Entries − exits − closed ± corrections = change of the cars inside',
        })}
      </span>
      {count !== undefined && (
        <b>
          {count === 0
            ? t({ zh: '全部平衡', en: 'All balanced' })
            : t({ zh: '{n} 天不平衡', en: '{n} days do not add up' }, { n: count })}
        </b>
      )}
    </p>
  );
}

function Records({ row }: { row: Row }) {
  const t = useText();
  const language = useLanguage();
  const asked = useQuery({
    queryKey: ['flow-gap', row.id, language],
    queryFn: ({ signal }) => call(getFlowGap, { lotId: row.lotId, day: row.day }, { signal, isQuiet: true }),
  });
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={6} />;
  const { gaps, corrections } = asked.data;
  const orderLink = (one: { orderId: string; orderNo: string | null }) => (
    <Link to={listLink(ORDERS, { orderId: one.orderId })}>{one.orderNo ?? one.orderId}</Link>
  );
  return (
    <div className="balance">
      <p className="balance-sum by-figure">
        {countText(row.insideBefore)} + {countText(row.entries)} − {countText(row.exits)} − {countText(row.closed)}{' '}
        <Change value={row.corrected} /> = <b>{countText(row.insideAfter)}</b>
      </p>
      <section>
        <h3>{t({ zh: '过车与订单不一致', en: 'Passings and orders do not agree' })}</h3>
        {gaps.length === 0 ? (
          <p className="by-faint">{t({ zh: '当天每个订单都一致', en: 'Every order of the day agrees' })}</p>
        ) : (
          <ul>
            {gaps.map((one) => (
              <li key={one.orderId}>
                {one.plate && <Plate text={one.plate} />} {orderLink(one)}
                <span>
                  {t({ zh: '按过车', en: 'by passings' })} <Change value={one.byEvents} />
                </span>
                <span>
                  {t({ zh: '按订单', en: 'by orders' })} <Change value={one.byOrders} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h3>{t({ zh: '当天的作废与更正', en: 'Corrections counted on this day' })}</h3>
        {corrections.length === 0 ? (
          <p className="by-faint">{t({ zh: '没有更正', en: 'Nothing was corrected' })}</p>
        ) : (
          <ul>
            {corrections.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an answer never move
              <li key={index}>
                <TimeText at={one.at} style="minute" />
                {one.plate && <Plate text={one.plate} />} {orderLink(one)}
                <span>{t(KINDS[one.kind] ?? { zh: one.kind, en: one.kind })}</span>
                <Change value={one.change} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
