import { GroupedPage } from '../grouped/grouped-page.view.tsx';
import { operationStatement } from './operation-statement.contract.ts';
import { StatementBy } from './statement-period.contract.ts';

const NAMED = { day: ['period', 'lotId'], month: ['period', 'lotId'], year: ['period', 'lotId'] };
const FIGURES = ['exits', 'feeFen', 'reducedFen', 'receivedFen', 'refundedFen', 'unpaidFen'];

/** What each lot charged and received, by period. */
export default function OperationStatementPage() {
  return (
    <GroupedPage
      source={operationStatement}
      groups={StatementBy}
      named={NAMED}
      figures={FIGURES}
      filters={['lotId', 'from', 'to']}
      cells={{ period: { width: 110 }, lotId: { width: 180, isGrowing: true } }}
      barsOf={() => ({
        series: [
          { key: 'feeFen', color: '--by-accent' },
          { key: 'receivedFen', color: '--by-good-dot' },
        ],
        isMoney: true,
        summedBy: 'period',
        nameOf: (row) => String(row.period),
      })}
      empty={{
        title: { zh: '这段时间没有营业数据', en: 'Nothing happened in this period' },
        hint: { zh: '未选日期时统计最近14天、12个月或3年', en: 'Default: the last 14 days, 12 months or 3 years' },
      }}
    />
  );
}
