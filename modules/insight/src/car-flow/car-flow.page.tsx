import { unknownVehicleKind, vehicleKindWords } from '@boyun/domain/vehicle-kind';
import type { ReportRow } from '@boyun/kernel/contract';
import {
  Chart,
  chartFrame,
  colorOf,
  countText,
  type ListContext,
  ListPage,
  useAddressWord,
  useListing,
  usePhone,
  useText,
  useTheme,
} from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { useMemo } from 'react';
import { carFlow, FlowGroup } from './car-flow.contract.ts';
import './car-flow.css';

type Row = ReportRow<typeof carFlow> & {
  readonly lotName?: string;
  readonly gateName?: string;
  readonly laneName?: string;
};

const GROUPS = Object.keys(FlowGroup) as FlowGroup[];
const NAMED: Readonly<Record<FlowGroup, readonly string[]>> = {
  lot: ['lotId'],
  gate: ['lotId', 'gateId'],
  lane: ['lotId', 'gateId', 'laneId'],
  day: ['day'],
  hour: ['hour'],
  kind: ['vehicleKind'],
};
/** Number of names that fit on a phone. */
const MOST_NAMES = 6;
/** Number of bars that can still be distinguished. */
const MOST_BARS = 100;

const kindWords = (kind: string | null) => (kind ? vehicleKindWords(kind) : unknownVehicleKind);

/** Entries and exits by the chosen dimension. */
export default function CarFlowPage() {
  const t = useText();
  const [word, setWord] = useAddressWord('tab');
  const by = GROUPS.find((one) => one === word) ?? 'lot';
  return (
    <ListPage
      key={by}
      source={carFlow}
      name={`${carFlow.name}-${by}`}
      fixed={{ by }}
      columns={[...NAMED[by], 'entries', 'exits']}
      filters={['lotId', 'laneId', 'vehicleKind', 'from', 'to']}
      cells={{
        lotId: { width: 180, isGrowing: true },
        gateId: { width: 160, isGrowing: true },
        laneId: { width: 160, isGrowing: true },
        day: { width: 160, isGrowing: true },
        hour: { width: 160, isGrowing: true },
        vehicleKind: { width: 160, isGrowing: true, cell: (row) => t(kindWords(row.vehicleKind)) },
        entries: { width: 140 },
        exits: { width: 140 },
      }}
      above={(context) => <Bars by={by} context={context} />}
      toolbar={() => (
        <Segmented<FlowGroup>
          value={by}
          options={GROUPS.map((key) => ({ value: key, label: t(FlowGroup[key]) }))}
          onChange={(next) => setWord(next === 'lot' ? null : next)}
        />
      )}
      detail={null}
      empty={{
        title: { zh: '这段时间没有车辆进出', en: 'No cars in or out in this period' },
        hint: { zh: '未选时间时统计最近7天', en: 'Default: the last 7 days' },
      }}
    />
  );
}

/** The rows as bars, those of all pages. */
function Bars({ by, context }: { by: FlowGroup; context: ListContext<ReportRow<typeof carFlow>> }) {
  const t = useText();
  const theme = useTheme();
  const isPhone = usePhone();
  const { listing, sent } = context;
  // Usually one page holds all rows, so they are fetched only once.
  const isWhole = listing !== undefined && listing.rows.length === listing.total;
  const isOff = listing === undefined || isWhole;
  const all = useListing(carFlow, { ...sent, page: 1, perPage: MOST_BARS }, { isOff }).data;
  const rows = (isWhole ? listing : all)?.rows as readonly Row[] | undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours follow the theme
  const option = useMemo(() => {
    const shown = rows ?? [];
    const nameOf = (row: Row) => {
      if (by === 'kind') return t(kindWords(row.vehicleKind));
      if (by === 'day') return row.day!.slice(5);
      if (by === 'hour') return row.hour!;
      // A lot's name has no spaces: the text after the first space is the part of the lot.
      const part =
        by === 'lot' ? '' : ` ${(by === 'gate' ? row.gateName : row.laneName) ?? t({ zh: '无车道', en: 'No lane' })}`;
      return row.lotName + part;
    };
    const bar = (key: 'entries' | 'exits', color: string) => ({
      name: t(carFlow.columns[key].label),
      type: 'bar',
      data: shown.map((row) => row[key]),
      barMaxWidth: 18,
      // Most lanes have one direction, so bars side by side would leave one place empty.
      ...(by === 'gate' || by === 'lane' ? { stack: 'flow' } : {}),
      itemStyle: { color: colorOf(color), borderRadius: [3, 3, 0, 0] },
    });
    const frame = chartFrame(shown.map(nameOf), countText);
    const shorten = (name: string) => (by === 'gate' || by === 'lane' ? name.slice(name.indexOf(' ') + 1) : name);
    // On a phone a few names are shortened and all shown; of many, only those that fit.
    const isFew = isPhone && shown.length <= MOST_NAMES;
    const fitting = isFew && { interval: 0, hideOverlap: false, width: 300 / shown.length, overflow: 'truncate' };
    return {
      ...frame,
      xAxis: { ...frame.xAxis, axisLabel: { ...frame.xAxis.axisLabel, formatter: shorten, ...fitting } },
      series: [bar('entries', '--by-accent'), bar('exits', '--by-good-dot')],
    };
  }, [rows, by, t, theme, isPhone]);
  if (!rows || rows.length === 0) return null;
  return (
    <div className="by-card-box car-flow-chart">
      <Chart option={option} height={200} label={`${t(carFlow.title)}, ${t(FlowGroup[by])}`} />
    </div>
  );
}
