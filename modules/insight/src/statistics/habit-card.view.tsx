import type { Output } from '@boyun/kernel/contract';
import { call, countText, shareText, useText, useTheme } from '@boyun/kernel/web';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { STAY_BUCKETS } from '../stat/stay-bucket.contract.ts';
import { ChartCard } from './chart-card.view.tsx';
import { getReturning, getStayHours, ReturnBy } from './habit.contract.ts';
import { clockText, type HeatCell, HOURS, heatMap, hourSpan } from './heat-map.view.ts';
import { bucketName } from './stays-card.view.tsx';

interface ChosenLots {
  readonly lotIds: readonly string[] | null;
}

/** Stays by their length and the hour in which they ended. */
export function StayHoursCard({ lotIds, from, to }: ChosenLots & { from: string; to: string }) {
  const t = useText();
  const theme = useTheme();
  const { data } = useQuery({
    queryKey: ['stay-hours', lotIds, from, to],
    queryFn: ({ signal }) =>
      call(getStayHours, { lotIds: lotIds as string[] | null, from, to }, { signal, isQuiet: true }),
  });
  const cells = data?.cells;
  const names = STAY_BUCKETS.map((fromMinutes, index) =>
    bucketName({ fromMinutes, toMinutes: STAY_BUCKETS[index + 1] ?? null }, t),
  );
  const counts = STAY_BUCKETS.map((from) =>
    HOURS.map((hour) => cells?.find((one) => one.fromMinutes === from && one.hour === hour)?.count ?? 0),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts and names follow cells and language; colours the theme
  const option = useMemo(
    () =>
      heatMap(
        HOURS.map(String),
        names,
        counts.flatMap((own, row) => own.map((count, hour): HeatCell => [hour, row, count || null])),
        ([hour, row, count]) => `${names[row]}<br/>${hourSpan(hour)} <b>${countText(count ?? 0)}</b>`,
      ),
    [cells, theme, t],
  );
  if (!cells) return null;
  return (
    <ChartCard
      title={getStayHours.title}
      note={t({ zh: '停放次数，按离场的时刻', en: 'Stays, by when the car left' })}
      chart={{ option, height: 250 }}
      table={{
        heads: [t({ zh: '时段', en: 'Hour' }), ...names],
        rows: HOURS.map((hour) => ({
          key: String(hour),
          cells: [clockText(hour), ...counts.map((own) => countText(own[hour]!))],
        })),
      }}
    />
  );
}

type Cohort = Output<typeof getReturning>['cohorts'][number];

/** How many plates of each week or month came back in those after it. */
export function ReturningCard({ lotIds }: ChosenLots) {
  const t = useText();
  const [by, setBy] = useState<ReturnBy>('week');
  const { data } = useQuery({
    queryKey: ['returning', lotIds, by],
    queryFn: ({ signal }) => call(getReturning, { lotIds: lotIds as string[] | null, by }, { signal, isQuiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 10 * 60_000,
  });
  if (!data || data.cohorts.length === 0) return null;
  return (
    <section className="by-card-box statistics-card">
      <div className="statistics-card-head">
        <h2>{t(getReturning.title)}</h2>
        <span className="by-grow" />
        <Segmented<ReturnBy>
          size="small"
          value={by}
          options={(Object.keys(ReturnBy) as ReturnBy[]).map((key) => ({ value: key, label: t(ReturnBy[key]) }))}
          onChange={setBy}
        />
      </div>
      <Cohorts cohorts={data.cohorts} by={by} />
      <p className="by-hint">
        {t({
          zh: '某期停过车的车牌中，之后各期又来停车的占比；最后一期尚未结束。无牌车不计。',
          en: 'Of the plates that parked in a period, the share that parked again in those after it. The last one is not over. Cars without a plate are left out.',
        })}
      </p>
    </section>
  );
}

const LATER = {
  week: { zh: '{n}周后', en: '+{n} wk' },
  month: { zh: '{n}个月后', en: '+{n} mo' },
} as const;

function Cohorts({ cohorts, by }: { cohorts: readonly Cohort[]; by: ReturnBy }) {
  const t = useText();
  const later = cohorts[0]!.back.map((_, index) => index);
  return (
    <div className="statistics-table statistics-returning">
      <table>
        <thead>
          <tr>
            <th scope="col">{t({ zh: '停车时间', en: 'Parked in' })}</th>
            <th scope="col">{t({ zh: '车牌数', en: 'Plates' })}</th>
            <th scope="col">{t({ zh: '期内多次', en: 'Repeated' })}</th>
            {later.map((index) => (
              <th key={index} scope="col">
                {t(LATER[by], { n: index + 1 })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map((one) => (
            <tr key={one.period}>
              <th scope="row">{one.period}</th>
              <td>{countText(one.plateCount)}</td>
              <Share of={one} count={one.againCount} />
              {later.map((index) => (
                <Share key={index} of={one} count={one.back[index] ?? null} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A share of the plates of a period, the larger the darker; empty where the later one has not come. */
function Share({ of, count }: { of: Cohort; count: number | null }) {
  if (count === null) return <td />;
  const share = count / of.plateCount;
  return (
    <td style={{ background: `color-mix(in srgb, var(--by-accent) ${Math.round(share * 60)}%, transparent)` }}>
      <span title={countText(count)}>{shareText(share)}</span>
    </td>
  );
}
