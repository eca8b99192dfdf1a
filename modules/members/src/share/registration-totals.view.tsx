import './share.css';
import type { Label, ReportRow, Values } from '@boyun/kernel/contract';
import {
  Chart,
  call,
  chartFrame,
  colorOf,
  countText,
  ErrorState,
  type ListContext,
  Skeleton,
  useText,
  useTheme,
} from '@boyun/kernel/web';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getRegistrationTotals, type registrations, ShareChannel } from './share.contract.ts';

type Totals = Values<typeof getRegistrationTotals.output>;
type Filters = Readonly<Record<string, unknown>>;

/** Totals of the filtered list by link, channel and day; clicking a total filters by it, clicking again clears the filter. */
export function RegistrationTotals({ context }: { context: ListContext<ReportRow<typeof registrations>> }) {
  const t = useText();
  const { filters } = context.state;
  const asked = useQuery({
    queryKey: ['list', 'registration', 'totals', filters],
    queryFn: ({ signal }) => call(getRegistrationTotals, filters, { signal, isQuiet: true }),
    placeholderData: keepPreviousData,
  });
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={4} />;
  const { sharers, channels, days, count } = asked.data;
  if (count === 0) return null;
  const isChosen = (of: Filters) =>
    Object.entries(of).every(([key, value]) => JSON.stringify(filters[key]) === JSON.stringify(value));
  const choose = (of: Filters) => {
    const rest = Object.fromEntries(Object.entries(filters).filter(([key]) => !(key in of)));
    context.state.setFilters(isChosen(of) ? rest : { ...filters, ...of });
  };
  const { output } = getRegistrationTotals;
  return (
    <div className="registration-totals">
      <Sums
        title={output.channels.label}
        of={channels.map((one) => ({
          key: one.channel,
          name: t(ShareChannel[one.channel]),
          count: one.count,
          filters: { channel: one.channel },
        }))}
        {...{ isChosen, choose }}
      />
      <Sums
        title={output.sharers.label}
        of={sharers.map((one) => ({
          key: one.accountId,
          name: one.sharer,
          count: one.count,
          filters: { accountId: one.accountId },
        }))}
        {...{ isChosen, choose }}
      />
      <section className="by-card-box">
        <h2 className="by-card-title">{t(output.days.label)}</h2>
        <Days days={days} onPick={({ from, to }) => choose({ from, to })} />
      </section>
      <Sums
        title={output.days.label}
        of={[...days]
          .reverse()
          .flatMap(({ day, from, to, count: each }) =>
            each > 0 ? [{ key: day, name: day, count: each, filters: { from, to } }] : [],
          )}
        {...{ isChosen, choose }}
      />
    </div>
  );
}

interface Sum {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  readonly filters: Filters;
}

function Sums({
  title,
  of,
  isChosen,
  choose,
}: {
  title: Label;
  of: readonly Sum[];
  isChosen: (of: Filters) => boolean;
  choose: (of: Filters) => void;
}) {
  const t = useText();
  return (
    <section className="by-card-box">
      <h2 className="by-card-title">{t(title)}</h2>
      <ul>
        {of.map(({ key, name, count, filters }) => (
          <li key={key}>
            <span title={name}>{name}</span>
            <button
              type="button"
              className="by-figure"
              aria-pressed={isChosen(filters)}
              aria-label={`${name} ${count}`}
              onClick={() => choose(filters)}
            >
              {countText(count)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Days({ days, onPick }: { days: Totals['days']; onPick: (day: Totals['days'][number]) => void }) {
  const t = useText();
  const theme = useTheme();
  const name = t(getRegistrationTotals.output.count.label);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours depend on the theme
  const option = useMemo(() => {
    const frame = chartFrame(
      days.map((one) => one.day.slice(5)),
      countText,
    );
    const color = colorOf('--by-accent');
    const bars = { name, type: 'bar', data: days.map((one) => one.count), barMaxWidth: 18, itemStyle: { color } };
    return { ...frame, legend: { show: false }, grid: { ...frame.grid, top: 8 }, series: [bars] };
  }, [days, name, theme]);
  return <Chart option={option} label={name} height={132} onPick={({ dataIndex }) => onPick(days[dataIndex]!)} />;
}
