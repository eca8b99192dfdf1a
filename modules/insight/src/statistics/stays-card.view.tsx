import {
  can,
  chartFrame,
  colorOf,
  countText,
  durationText,
  shareText,
  type Translate,
  usePhone,
  useText,
  useTheme,
} from '@boyun/kernel/web';
import { orderList } from '@boyun/orders/contract';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { type CardProps, ChartCard, Counted, linksOf, type Statistics } from './chart-card.view.tsx';

type Bucket = Statistics['stays'][number];

/** Returns the name of a bucket of lengths, such as `2–4 h`. */
export function bucketName({ fromMinutes, toMinutes }: Omit<Bucket, 'count'>, t: Translate): string {
  const time = (minutes: number) =>
    minutes % 60 === 0 && minutes > 0
      ? t({ zh: '{n}小时', en: '{n} h' }, { n: minutes / 60 })
      : t({ zh: '{n}分', en: '{n} min' }, { n: minutes });
  if (toMinutes === null) return t({ zh: '≥{from}', en: '≥ {from}' }, { from: time(fromMinutes) });
  if (fromMinutes === 0) return t({ zh: '<{to}', en: '< {to}' }, { to: time(toMinutes) });
  const isShort = toMinutes <= 60;
  const [from, to] = isShort ? [fromMinutes, toMinutes] : [fromMinutes / 60, toMinutes / 60];
  return `${from}–${to}${isShort ? t({ zh: '分', en: ' min' }) : t({ zh: '小时', en: ' h' })}`;
}

/** The duration histogram of the stays that ended with an exit in the period. */
export function StaysCard({ data, lotId }: CardProps) {
  const t = useText();
  const theme = useTheme();
  const isPhone = usePhone();
  const navigate = useNavigate();
  const links = linksOf(lotId, data);
  const nameOf = (one: Bucket) => bucketName(one, t);
  const whole = data.total.stays;
  const label = t({ zh: '停放次数', en: 'Stays' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: names and words follow data and language; colours the theme
  const option = useMemo(() => {
    const frame = chartFrame(data.stays.map(nameOf), (value) => `${countText(value)} · ${shareText(value / whole)}`);
    return {
      ...frame,
      legend: { show: false },
      grid: { ...frame.grid, top: 12 },
      xAxis: {
        ...frame.xAxis,
        axisLabel: {
          ...frame.xAxis.axisLabel,
          hideOverlap: false,
          interval: 0,
          rotate: isPhone ? 40 : 0,
        },
      },
      yAxis: {
        ...frame.yAxis,
        axisLabel: { ...frame.yAxis.axisLabel, formatter: (value: number) => countText(value) },
      },
      series: [
        {
          name: label,
          type: 'bar',
          data: data.stays.map((one) => one.count),
          barMaxWidth: 34,
          itemStyle: { color: colorOf('--by-accent'), borderRadius: [3, 3, 0, 0] },
        },
      ],
    };
  }, [data, isPhone, theme, t]);
  const onPick = ({ dataIndex }: { dataIndex: number }) => {
    const { fromMinutes, toMinutes } = data.stays[dataIndex]!;
    const to = links.stays(fromMinutes, toMinutes);
    if (to && can(orderList.access)) navigate(to);
  };
  return (
    <ChartCard
      title={{ zh: '停车时长分布', en: 'Lengths of stays' }}
      note={
        whole > 0 &&
        t(
          { zh: '{n}次，平均{mean}', en: whole === 1 ? '{n} stay, {mean} on average' : '{n} stays, {mean} on average' },
          { n: countText(whole), mean: durationText(data.total.meanStaySeconds) },
        )
      }
      chart={{ option, height: 250, onPick }}
      table={{
        heads: [t({ zh: '停车时长', en: 'Length' }), label, t({ zh: '占比', en: 'Share' })],
        rows: data.stays.map((one) => ({
          key: String(one.fromMinutes),
          cells: [
            nameOf(one),
            <Counted key="count" to={links.stays(one.fromMinutes, one.toMinutes)}>
              {countText(one.count)}
            </Counted>,
            whole > 0 ? shareText(one.count / whole) : '—',
          ],
        })),
      }}
    />
  );
}
