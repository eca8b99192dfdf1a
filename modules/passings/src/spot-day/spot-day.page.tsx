import type { ReportRow } from '@boyun/kernel/contract';
import { type CellSlots, ListPage, StateDot } from '@boyun/kernel/web';
import { spotDayList } from './spot-day.contract.ts';

type Row = ReportRow<typeof spotDayList>;

/** Shares of false reports from which a detector is to be looked at, and to be changed. */
const MANY_FALSE = 10;
const MOST_FALSE = 25;
/** Shares of agreement below which the same holds. */
const POOR_AGREEMENT = 95;
const WORST_AGREEMENT = 80;

const none = <span className="by-faint">—</span>;

function Share({ of, isBad, isDoubtful }: { of: number | null; isBad: boolean; isDoubtful: boolean }) {
  if (of === null) return none;
  return <StateDot tone={isBad ? 'bad' : isDoubtful ? 'warn' : 'good'} label={{ zh: `${of}%`, en: `${of}%` }} />;
}

const CELLS: CellSlots<Row> = {
  day: { width: 110 },
  lotId: { width: 160, isGrowing: true },
  spotId: { width: 88 },
  detectorNo: { width: 120 },
  changeCount: { width: 90 },
  flapCount: { width: 90 },
  falsePercent: {
    width: 96,
    cell: ({ falsePercent: of }) => (
      <Share of={of} isBad={(of ?? 0) >= MOST_FALSE} isDoubtful={(of ?? 0) >= MANY_FALSE} />
    ),
  },
  sightingCount: { width: 110 },
  agreedCount: { width: 80 },
  missedCount: { width: 96 },
  stuckCount: { width: 96 },
  agreedPercent: {
    width: 96,
    cell: ({ agreedPercent: of }) => (
      <Share of={of} isBad={(of ?? 100) < WORST_AGREEMENT} isDoubtful={(of ?? 100) < POOR_AGREEMENT} />
    ),
  },
};

/** Detectors by spot and day: false reports, and what collectors and cameras saw beside them. */
export default function SpotDayPage() {
  return (
    <ListPage
      source={spotDayList}
      filters={['lotId', 'spotId', 'detectorNo', 'from', 'to']}
      cells={CELLS}
      rowClass={(row) => ((row.falsePercent ?? 0) >= MOST_FALSE ? 'is-bad' : undefined)}
      empty={{
        title: { zh: '还没有地磁数据', en: 'No figures of detectors yet' },
        hint: {
          zh: '地磁上报后每小时汇总一次当天和前一天',
          en: 'The present day and the one before are summed once an hour after detectors have reported',
        },
      }}
    />
  );
}
