import './platform-stat.css';
import type { Label, Output } from '@boyun/kernel/contract';
import {
  Chart,
  call,
  chartFrame,
  colorOf,
  countText,
  ErrorState,
  growthText,
  listLink,
  moneyText,
  Skeleton,
  TimeText,
  useText,
  useTheme,
} from '@boyun/kernel/web';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { getPlatformStat } from './platform-stat.contract.ts';

type Stat = Output<typeof getPlatformStat>;

const SPANS = [7, 30, 90] as const;
const MINUTE_MS = 60_000;
const TENANTS = '/_cloud_tenant/tenant';

/** Totals of all tenants of the installation, for platform staff. */
export default function PlatformStatPage() {
  const t = useText();
  const [days, setDays] = useState<number>(30);
  const asked = useQuery({
    queryKey: ['platform-stat', days],
    queryFn: ({ signal }) => call(getPlatformStat, { days }, { signal, isQuiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  });
  if (!asked.data)
    return asked.error ? (
      <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
    ) : (
      <Skeleton lines={12} />
    );
  const { data } = asked;
  return (
    <div className="by-page platform-stat">
      <header className="platform-stat-head">
        <h1>{t(getPlatformStat.title)}</h1>
        <span className="by-faint by-small">
          {t({ zh: '截至', en: 'As of' })} <TimeText at={data.at} style="minute" />
        </span>
        <span className="by-grow" />
        <Segmented
          value={days}
          options={SPANS.map((one) => ({ value: one, label: t({ zh: `近${one}天`, en: `${one} days` }) }))}
          onChange={setDays}
        />
      </header>
      <Figures data={data} />
      <div className="platform-stat-board">
        <section className="by-card-box">
          <h2 className="by-card-title">{t({ zh: '每日实收（元）', en: 'Received by day (¥)' })}</h2>
          <Curve
            data={data}
            keys={['receivedFen']}
            write={moneyText}
            label={{ zh: '每日实收', en: 'Received by day' }}
          />
        </section>
        <section className="by-card-box">
          <h2 className="by-card-title">{t({ zh: '每日车流（辆）', en: 'Cars by day' })}</h2>
          <Curve
            data={data}
            keys={['entries', 'exits']}
            write={countText}
            label={{ zh: '每日车流', en: 'Cars by day' }}
          />
        </section>
        <Ranking data={data} />
      </div>
    </div>
  );
}

function Figures({ data }: { data: Stat }) {
  const t = useText();
  const { tenants, total, before } = data;
  const states = (['expiring', 'expired', 'frozen', 'deleting'] as const).filter((key) => tenants[key] > 0);
  const than = (now: number, then: number, least?: number) => {
    const growth = growthText(now, then, least);
    return (
      growth && (
        <>
          {t({ zh: '较上期', en: 'than before' })} {now >= then ? '▲' : '▼'} {growth}
        </>
      )
    );
  };
  const labels = getPlatformStat.output.tenants.fields!;
  return (
    <div className="platform-stat-figures">
      <Figure label={{ zh: '正常租户', en: 'Active tenants' }} text={countText(tenants.active)}>
        {states.map((key) => `${t(labels[key]!.label)} ${countText(tenants[key])}`).join(' · ')}
      </Figure>
      <Figure label={{ zh: '车场', en: 'Lots' }} text={countText(data.lotCount)}>
        {t(
          { zh: '设备 {devices} · 账号 {accounts}', en: '{devices} devices · {accounts} accounts' },
          {
            devices: countText(data.deviceCount),
            accounts: countText(data.accountCount),
          },
        )}
      </Figure>
      <Figure label={{ zh: '实收（元）', en: 'Received (¥)' }} text={moneyText(total.receivedFen)}>
        {than(total.receivedFen, before.receivedFen)}
      </Figure>
      <Figure label={{ zh: '入场', en: 'Entries' }} text={countText(total.entries)}>
        {than(total.entries, before.entries)}
      </Figure>
      <Figure label={{ zh: '出场', en: 'Exits' }} text={countText(total.exits)}>
        {than(total.exits, before.exits)}
      </Figure>
      <Figure label={{ zh: '在场车辆', en: 'Cars inside' }} text={countText(data.carsInside)} />
    </div>
  );
}

function Figure({ label, text, children }: { label: Label; text: string; children?: ReactNode }) {
  const t = useText();
  return (
    <section className="by-card-box platform-stat-figure">
      <h2>{t(label)}</h2>
      <b className="by-figure">{text}</b>
      <p className="by-faint by-small">{children || '—'}</p>
    </section>
  );
}

function Curve({
  data,
  keys,
  write,
  label,
}: {
  data: Stat;
  keys: readonly ('entries' | 'exits' | 'receivedFen')[];
  write: (value: number) => string;
  label: Label;
}) {
  const t = useText();
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: words follow the language with the data; colours the theme
  const option = useMemo(() => {
    const frame = chartFrame(
      data.curve.map((one) => one.day.slice(5)),
      write,
    );
    const colors = [colorOf('--by-accent'), colorOf('--by-good-dot')];
    const isMoney = keys.includes('receivedFen');
    return {
      ...frame,
      yAxis: {
        ...frame.yAxis,
        axisLabel: { ...frame.yAxis.axisLabel, formatter: (value: number) => countText(isMoney ? value / 100 : value) },
      },
      series: keys.map((key, index) => ({
        name: t(getPlatformStat.output.total.fields![key]!.label),
        type: isMoney ? 'bar' : 'line',
        data: data.curve.map((one) => one[key]),
        barMaxWidth: 18,
        showSymbol: false,
        smooth: 0.25,
        smoothMonotone: 'x',
        itemStyle: { color: colors[index], borderRadius: isMoney ? [3, 3, 0, 0] : 0 },
        lineStyle: { color: colors[index], width: 2 },
      })),
    };
  }, [data, theme, t]);
  return <Chart option={option} label={t(label)} height={230} />;
}

function Ranking({ data }: { data: Stat }) {
  const t = useText();
  const most = Math.max(1, ...data.ranking.map((one) => one.receivedFen));
  return (
    <section className="by-card-box platform-stat-ranking">
      <h2 className="by-card-title">{t(getPlatformStat.output.ranking.label)}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t({ zh: '租户', en: 'Tenant' })}</th>
            <th scope="col" className="is-number">
              {t({ zh: '车场', en: 'Lots' })}
            </th>
            <th scope="col" className="is-number">
              {t({ zh: '入 / 出', en: 'In / out' })}
            </th>
            <th scope="col" className="is-number">
              {t({ zh: '实收（元）', en: 'Received (¥)' })}
            </th>
            <th scope="col" aria-label={t({ zh: '占比', en: 'Share' })} />
          </tr>
        </thead>
        <tbody>
          {data.ranking.map((one) => (
            <tr key={one.id}>
              <td>
                <Link to={listLink(TENANTS, { name: one.name })}>{one.name}</Link>
              </td>
              <td className="is-number by-figure">{countText(one.lotCount)}</td>
              <td className="is-number by-figure">
                {countText(one.entries)} / {countText(one.exits)}
              </td>
              <td className="is-number by-figure by-strong">{moneyText(one.receivedFen)}</td>
              <td className="platform-stat-bar">
                <span style={{ width: `${(one.receivedFen / most) * 100}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
