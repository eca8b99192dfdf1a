import type { Label } from '@boyun/kernel/contract';
import { countText, durationText, moneyText, shareText, useText } from '@boyun/kernel/web';
import type { ReactNode } from 'react';
import { Change, OccupancyBar, Points } from '../console/kpi.view.tsx';
import { type CardProps, Counted, linksOf, type Statistics } from './chart-card.view.tsx';

const BEFORE: Label = { zh: '上期', en: 'Before' };
const YEAR: Label = { zh: '去年', en: 'Last year' };

/** Whether nothing was counted in a period, so that it is neither shown nor compared. */
export const isEmpty = (one: Statistics['before']) =>
  one.entries === 0 && one.exits === 0 && one.receivedFen === 0 && !one.occupancy;

/** The figures of the whole period, beside the period before and the same days a year before. */
export function StatisticsFigures({ data, lotId }: CardProps) {
  const { total, before, yearBefore, capacity } = data;
  const links = linksOf(lotId, data);
  const compare = (pick: (one: Statistics['total']) => number | null, write: (value: number) => string) => (
    <>
      {[before, yearBefore].map((one, index) => (
        <Change
          key={one.from}
          label={index === 0 ? BEFORE : YEAR}
          now={pick(total) ?? 0}
          then={(isEmpty(one) ? 0 : pick(one)) ?? 0}
          write={isEmpty(one) ? () => '—' : write}
        />
      ))}
    </>
  );
  const stay = (seconds: number) => (seconds === 0 ? '—' : durationText(seconds));
  const turns = (value: number) => value.toFixed(2);
  return (
    <div className="statistics-figures">
      <Figure
        label={{ zh: '实收（元）', en: 'Received (¥)' }}
        below={compare((one) => one.receivedFen, moneyText)}
        hint={{
          zh: '含停车费与月卡收款，不含卡充值；停车费应收只计已结束的停车',
          en: 'Payments for stays and packs, without card top-ups; the fees below are those of ended stays',
        }}
        aside={{ zh: `停车费应收 ${moneyText(total.feeFen)}`, en: `Parking fees ${moneyText(total.feeFen)}` }}
      >
        <Counted to={links.received} isMoney>
          {moneyText(total.receivedFen)}
        </Counted>
      </Figure>
      <Figure label={{ zh: '入场（辆）', en: 'Entries' }} below={compare((one) => one.entries, countText)}>
        <Counted to={links.entries}>{countText(total.entries)}</Counted>
      </Figure>
      <Figure label={{ zh: '出场（辆）', en: 'Exits' }} below={compare((one) => one.exits, countText)}>
        <Counted to={links.exits}>{countText(total.exits)}</Counted>
      </Figure>
      <Figure
        label={{ zh: '日均周转率（次/位）', en: 'Turnover a day' }}
        hint={{ zh: '每个车位每天接待的入场车次', en: 'Entries per spot and day' }}
        below={compare((one) => one.turnover, turns)}
      >
        {total.turnover === null ? '—' : turns(total.turnover)}
      </Figure>
      <Figure
        label={{ zh: '平均占用率', en: 'Mean occupancy' }}
        hint={{
          zh: '停放时间占全部车位可用时间的比例',
          en: 'Time of cars inside as a share of the time offered by all spots',
        }}
        below={
          <>
            <Points label={BEFORE} now={total.occupancy} then={isEmpty(before) ? null : before.occupancy} />
            <Points label={YEAR} now={total.occupancy} then={isEmpty(yearBefore) ? null : yearBefore.occupancy} />
          </>
        }
        bar={
          total.occupancy === null ? null : <OccupancyBar carsInside={total.occupancy * capacity} capacity={capacity} />
        }
      >
        {shareText(total.occupancy)}
      </Figure>
      <Figure
        label={{ zh: '平均停车时长', en: 'Mean stay' }}
        hint={{ zh: '只计实际驶离的车辆', en: 'Of cars that drove out' }}
        below={compare((one) => one.meanStaySeconds, stay)}
      >
        <Counted to={links.stays(null, null)}>{durationText(total.meanStaySeconds)}</Counted>
      </Figure>
    </div>
  );
}

function Figure({
  label,
  hint,
  aside,
  bar,
  below,
  children,
}: {
  label: Label;
  hint?: Label;
  aside?: Label;
  bar?: ReactNode;
  below: ReactNode;
  children: ReactNode;
}) {
  const t = useText();
  return (
    <section className="by-card-box console-kpi" title={hint && t(hint)}>
      <h2>{t(label)}</h2>
      <div className="console-kpi-figure by-figure">{children}</div>
      {bar}
      <div className="console-kpi-below">
        {below}
        {aside && <p className="by-faint by-figure">{t(aside)}</p>}
      </div>
    </section>
  );
}
