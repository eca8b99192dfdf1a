import { unknownVehicleKind, vehicleKindWords } from '@boyun/domain/vehicle-kind';
import type { Label } from '@boyun/kernel/contract';
import type { ChartRow } from '@boyun/kernel/web';
import { useText } from '@boyun/kernel/web';
import { GroupedPage } from '../grouped/grouped-page.view.tsx';
import { STAY_BUCKETS } from '../stat/stay-bucket.contract.ts';
import { BillingBy, billingStat } from './billing-stat.contract.ts';

const NAMED = { rule: ['chargeRuleId'], kind: ['vehicleKind'], length: ['fromMinutes'] };

const inWords = (minutes: number): Label =>
  minutes < 60
    ? { zh: `${minutes}分钟`, en: `${minutes} min` }
    : { zh: `${minutes / 60}小时`, en: `${minutes / 60} h` };

/** The bucket of lengths that begins at a number of minutes. */
function lengthWords(from: number): Label {
  const until = STAY_BUCKETS.find((one) => one > from);
  if (until === undefined) return { zh: `${inWords(from).zh}以上`, en: `${inWords(from).en} and more` };
  const [start, end] = [inWords(from), inWords(until)];
  return { zh: `${start.zh}–${end.zh}`, en: `${start.en} – ${end.en}` };
}

/** Fees of ended stays by tariff, vehicle kind or length. */
export default function BillingStatPage() {
  const t = useText();
  const ruleOf = (row: ChartRow) => String(row.chargeRuleName ?? t({ zh: '未计价', en: 'Not priced' }));
  const kindOf = (row: ChartRow) => t(row.vehicleKind ? vehicleKindWords(String(row.vehicleKind)) : unknownVehicleKind);
  const lengthOf = (row: ChartRow) => t(lengthWords(Number(row.fromMinutes ?? 0)));
  const nameOf = { rule: ruleOf, kind: kindOf, length: lengthOf };
  return (
    <GroupedPage
      source={billingStat}
      groups={BillingBy}
      named={NAMED}
      figures={['stayCount', 'freeCount', 'feeFen', 'reducedFen', 'paidFen', 'dueFen', 'meanFen', 'meanMinutes']}
      filters={['lotId', 'from', 'to']}
      cells={{
        chargeRuleId: { width: 190, isGrowing: true, cell: ruleOf },
        vehicleKind: { width: 160, isGrowing: true, cell: kindOf },
        fromMinutes: { width: 170, isGrowing: true, cell: lengthOf },
      }}
      barsOf={(by) => ({
        series: [
          { key: 'feeFen', color: '--by-accent' },
          { key: 'paidFen', color: '--by-good-dot' },
        ],
        isMoney: true,
        nameOf: nameOf[by],
      })}
      empty={{
        title: { zh: '这段时间没有结束的停车', en: 'No stays ended in this period' },
        hint: { zh: '未选时间时统计最近30天', en: 'Default: the last 30 days' },
      }}
    />
  );
}
