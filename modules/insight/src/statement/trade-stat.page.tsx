import { GroupedPage } from '../grouped/grouped-page.view.tsx';
import { tradeStat } from './operation-statement.contract.ts';
import { StatementBy } from './statement-period.contract.ts';

const NAMED = { day: ['period'], month: ['period'], year: ['period'] };

/** Basis points as a percentage with its sign. */
function growthText(growth: unknown): string {
  if (typeof growth !== 'number') return '–';
  return `${growth > 0 ? '+' : ''}${(growth / 100).toFixed(1)}%`;
}

/** What was received by period, beside the period before and a year before. */
export default function TradeStatPage() {
  return (
    <GroupedPage
      source={tradeStat}
      groups={StatementBy}
      named={NAMED}
      figures={['exits', 'receivedFen', 'beforeFen', 'yearBeforeFen', 'growth']}
      filters={['lotId', 'from', 'to']}
      cells={{
        period: { width: 140, isGrowing: true },
        growth: { width: 110, label: { zh: '同比', en: 'Year on year' }, cell: (row) => growthText(row.growth) },
      }}
      barsOf={() => ({
        series: [
          { key: 'receivedFen', color: '--by-accent' },
          { key: 'yearBeforeFen', color: '--by-neutral-dot', isLine: true },
        ],
        isMoney: true,
        nameOf: (row) => String(row.period),
      })}
      empty={{ title: { zh: '这段时间没有交易', en: 'Nothing was received in this period' } }}
    />
  );
}
