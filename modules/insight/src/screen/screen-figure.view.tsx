import type { Label, Output } from '@boyun/kernel/contract';
import { countText, moneyText, shareText, useText } from '@boyun/kernel/web';
import type { getConsole } from '../console/console.contract.ts';
import { Change, OccupancyBar } from '../console/kpi.view.tsx';
import { Figure } from './screen-frame.view.tsx';

type Console = Output<typeof getConsole>;

const YESTERDAY: Label = { zh: '昨日同时', en: 'Yesterday by now' };

/** The four figures at the top of both screens: revenue, entries, exits, cars inside. */
export function DayFigures({ data }: { data: Console }) {
  const t = useText();
  const { today, yesterday, carsInside, capacity } = data;
  return (
    <>
      <Figure label={{ zh: '今日实收（元）', en: 'Received today (¥)' }} text={moneyText(today.receivedFen)}>
        <Change label={YESTERDAY} now={today.receivedFen} then={yesterday.receivedFen} write={moneyText} />
      </Figure>
      <Figure label={{ zh: '今日入场', en: 'Entries today' }} text={countText(today.entries)}>
        <Change label={YESTERDAY} now={today.entries} then={yesterday.entries} write={countText} />
      </Figure>
      <Figure label={{ zh: '今日出场', en: 'Exits today' }} text={countText(today.exits)}>
        <Change label={YESTERDAY} now={today.exits} then={yesterday.exits} write={countText} />
      </Figure>
      <Figure label={{ zh: '在场车辆', en: 'Cars inside' }} text={countText(carsInside)}>
        <OccupancyBar carsInside={carsInside} capacity={capacity} />
        <p>
          <span>{t({ zh: '占用率', en: 'Occupied' })}</span>
          <span className="by-figure">{shareText(capacity > 0 ? carsInside / capacity : null)}</span>
          <span className="by-figure">{t({ zh: '共{n}位', en: 'of {n}' }, { n: countText(capacity) })}</span>
        </p>
      </Figure>
    </>
  );
}
