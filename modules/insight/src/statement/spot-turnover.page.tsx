import { GroupedPage } from '../grouped/grouped-page.view.tsx';
import { spotTurnover, TurnoverBy } from './spot-turnover.contract.ts';

const NAMED = { lot: ['lotId', 'spots'], spot: ['spotNumber', 'lotId'] };

const percentText = (share: unknown) => (typeof share === 'number' ? `${(share * 100).toFixed(1)}%` : '–');

const decimalText = (value: unknown) => (typeof value === 'number' ? value.toFixed(2) : '–');

/** How often and how long spots were taken. */
export default function SpotTurnoverPage() {
  return (
    <GroupedPage
      source={spotTurnover}
      groups={TurnoverBy}
      named={NAMED}
      figures={['entries', 'turnover', 'occupancy', 'meanMinutes']}
      filters={['lotId', 'from', 'to']}
      cells={{
        lotId: { width: 180, isGrowing: true },
        spotNumber: { width: 120, isGrowing: true },
        turnover: { cell: (row) => decimalText(row.turnover) },
        occupancy: { width: 110, cell: (row) => percentText(row.occupancy) },
      }}
      barsOf={(by) => ({
        series: [{ key: 'turnover', color: '--by-accent' }],
        nameOf: (row) => String(by === 'lot' ? row.lotName : row.spotNumber),
      })}
      empty={{
        title: { zh: '这段时间没有停车', en: 'No cars were parked in this period' },
        hint: {
          zh: '按车位统计只包含记录了车位号的停车（如路侧车位）',
          en: 'By spot, only stays that name their spot count, as at the roadside',
        },
      }}
    />
  );
}
