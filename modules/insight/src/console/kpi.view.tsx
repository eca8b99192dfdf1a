import type { Access, Label, Output } from '@boyun/kernel/contract';
import { countText, growthText, listLink, moneyText, shareText, useText } from '@boyun/kernel/web';
import { inLotList, orderList } from '@boyun/orders/contract';
import { passingList } from '@boyun/passings/contract';
import { paymentList } from '@boyun/payments/contract';
import type { ReactNode } from 'react';
import type { getConsole } from './console.contract.ts';
import { Jump } from './jump.view.tsx';

type Console = Output<typeof getConsole>;

interface Figure {
  readonly key: string;
  readonly label: Label;
  readonly text: string;
  readonly to: string;
  readonly access: Access;
  readonly below: ReactNode;
}

/** The main figures: today compared with yesterday and a week ago, each up to the same minute. */
export function KpiStrip({ data, lotId }: { data: Console; lotId: string | null }) {
  const t = useText();
  const { today, yesterday, lastWeek, carsInside, capacity } = data;
  const of = (pick: (figures: Console['today']) => number, write: (value: number) => string) => (
    <>
      <Change label={{ zh: '昨日', en: 'Yesterday' }} now={pick(today)} then={pick(yesterday)} write={write} />
      <Change label={{ zh: '上周', en: 'Last week' }} now={pick(today)} then={pick(lastWeek)} write={write} />
    </>
  );
  const since = { lotId, from: data.dayStart };
  const list: Figure[] = [
    {
      key: 'received',
      label: { zh: '今日实收（元）', en: 'Received today (¥)' },
      text: moneyText(today.receivedFen),
      to: listLink('/_cloud_operation/payment', { ...since, state: 'succeeded' }),
      access: paymentList.access,
      below: of((one) => one.receivedFen, moneyText),
    },
    {
      key: 'entries',
      label: { zh: '今日入场', en: 'Entries today' },
      text: countText(today.entries),
      to: listLink('/_cloud_operation/order', since),
      access: orderList.access,
      below: of((one) => one.entries, countText),
    },
    {
      key: 'exits',
      label: { zh: '今日出场', en: 'Exits today' },
      text: countText(today.exits),
      to: listLink('/_cloud_operation/passRecord', { ...since, direction: 'exit' }),
      access: passingList.access,
      below: of((one) => one.exits, countText),
    },
    {
      key: 'inside',
      label: { zh: '在场车辆', en: 'Cars inside' },
      text: countText(carsInside),
      to: listLink('/_cloud_operation/inLot', { lotId }),
      access: inLotList.access,
      below: <Occupancy carsInside={carsInside} capacity={capacity} />,
    },
    {
      key: 'paid',
      label: { zh: '今日缴清率', en: 'Paid in full today' },
      text: shareText(paidShare(today)),
      to: listLink('/_cloud_operation/order', { ...since, payState: 'arrears' }),
      access: orderList.access,
      below: (
        <>
          <Points label={{ zh: '昨日', en: 'Yesterday' }} now={paidShare(today)} then={paidShare(yesterday)} />
          <Points label={{ zh: '上周', en: 'Last week' }} now={paidShare(today)} then={paidShare(lastWeek)} />
        </>
      ),
    },
    {
      key: 'arrears',
      label: { zh: '欠费（元）', en: 'Arrears (¥)' },
      text: moneyText(data.arrearsFen),
      to: listLink('/_cloud_operation/order', { lotId, payState: 'arrears' }),
      access: orderList.access,
      below: (
        <>
          <Line label={t({ zh: '欠费订单', en: 'Orders' })} text={countText(data.arrearsCount)} />
          <Line label={t({ zh: '今日新增', en: 'New today' })} text={moneyText(today.unpaidFen)} />
        </>
      ),
    },
  ];
  return (
    <div className="console-kpis">
      {list.map((one) => (
        <section key={one.key} className={`by-card-box console-kpi console-kpi-${one.key}`}>
          <h2>{t(one.label)}</h2>
          <Jump to={one.to} access={one.access} className="console-kpi-figure by-figure">
            {one.text}
          </Jump>
          <div className="console-kpi-below">{one.below}</div>
        </section>
      ))}
    </div>
  );
}

/** Stays that ended without owing among all that ended; null when none did. */
function paidShare({ exits, closed, unpaidCount }: Console['today']): number | null {
  const ended = exits + closed;
  return ended === 0 ? null : (ended - unpaidCount) / ended;
}

function Line({ label, text, mark }: { label: string; text: string; mark?: ReactNode }) {
  return (
    <p>
      <span className="by-faint">{label}</span>
      <span className="by-figure">{text}</span>
      {mark}
    </p>
  );
}

/** A change of a smaller amount is not shown as a share. */
const LEAST_FEN = 2000;

/** The figure of another day up to the same minute and today's difference, or a note that there is nothing to compare. */
export function Change({
  label,
  now,
  then,
  write,
}: {
  label: Label;
  now: number;
  then: number;
  write: (value: number) => string;
}) {
  const t = useText();
  const text = growthText(now, then, write === moneyText ? LEAST_FEN : undefined);
  const mark = text === null ? null : <Mark by={(now - then) / then} text={text} />;
  return <Line label={t(label)} text={write(then)} mark={mark} />;
}

/** The same for a share: the difference is in percentage points. */
export function Points({ label, now, then }: { label: Label; now: number | null; then: number | null }) {
  const t = useText();
  const by = now === null || then === null ? null : now - then;
  const points = t({ zh: '百分点', en: ' pp' });
  const mark = by === null ? null : <Mark by={by} text={`${Math.abs(by * 100).toFixed(1)}${points}`} />;
  return <Line label={t(label)} text={shareText(then)} mark={mark} />;
}

/** A rise or fall, with text for screen readers. */
export function Mark({ by, text }: { by: number; text: string }) {
  const t = useText();
  const word = by > 0 ? t({ zh: '增加', en: 'up' }) : t({ zh: '减少', en: 'down' });
  if (Math.abs(by) < 0.0005) return <span className="by-faint">{t({ zh: '持平', en: 'same' })}</span>;
  return (
    <span className={by > 0 ? 'console-up' : 'console-down'}>
      <span aria-hidden>{by > 0 ? '▲' : '▼'}</span>
      <span className="by-sr">{word}</span>
      {text}
    </span>
  );
}

function Occupancy({ carsInside, capacity }: { carsInside: number; capacity: number }) {
  const t = useText();
  const share = capacity > 0 ? carsInside / capacity : null;
  return (
    <>
      <OccupancyBar carsInside={carsInside} capacity={capacity} />
      <p>
        <span className="by-faint">{t({ zh: '占用率', en: 'Occupied' })}</span>
        <span className="by-figure">{shareText(share)}</span>
        <span className="by-faint by-figure">{t({ zh: '共{n}位', en: 'of {n}' }, { n: countText(capacity) })}</span>
      </p>
    </>
  );
}

/** The occupancy of a place; the colour warns from 90 % on. */
export function OccupancyBar({ carsInside, capacity }: { carsInside: number; capacity: number }) {
  const share = capacity > 0 ? Math.min(1, Math.max(0, carsInside / capacity)) : 0;
  const tone = carsInside >= capacity ? 'bad' : share >= 0.9 ? 'warn' : 'info';
  return (
    <span className={`console-bar by-tone-${tone}`} aria-hidden>
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}
