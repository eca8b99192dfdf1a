import type { Comparison } from '@boyun/domain/rhythm';
import {
  beforeKey,
  comparedFigures,
  type OtherPeriod,
  otherPeriod,
  periodKeys,
  type Report,
  type Resource,
  setPeriodKeys,
} from '@boyun/kernel/contract';
import { Button, Popover, Segmented } from 'antd';
import { GitCompareArrows } from 'lucide-react';
import { useState } from 'react';
import { isResource, listShape } from '../call.ts';
import { fieldText } from '../cell.tsx';
import { useText } from '../language.ts';
import { usePhone } from '../media.ts';
import { now } from '../now.ts';
import { useListing } from '../query.ts';
import { tenantZone } from '../session.ts';
import { useAddressWord } from './address-word.ts';
import { FigureChange } from './compared-cell.tsx';
import type { ListContext } from './list-place.tsx';

const COMPARED = {
  none: { zh: '不对比', en: 'No comparison' },
  before: { zh: '对比上一周期', en: 'Against the period before' },
  'year-before': { zh: '对比去年同期', en: 'Against a year before' },
} as const;
type Chosen = keyof typeof COMPARED;
const SHORT = { before: { zh: '上期', en: 'Before' }, 'year-before': { zh: '去年', en: 'Last year' } } as const;

/** Whether the sums of a source can be compared with those of other days. */
export function canCompare(source: Resource | Report): source is Report {
  if (isResource(source)) return false;
  const { totals, filters } = source as Report;
  return totals !== undefined && 'from' in filters && periodKeys(filters) !== null;
}

/** What is compared: as the address says, else as the view does. */
function useChosen({ state }: ListContext<unknown>): readonly [Chosen, (next: Chosen) => void] {
  const [own, setWord] = useAddressWord('compare');
  const word = own ?? state.filters.compare;
  return [
    word === 'before' || word === 'year-before' ? word : 'none',
    (next) => setWord(next === 'none' ? null : next),
  ];
}

/** Chooses what the sums of a report are compared with. */
export function CompareButton({ context }: { context: ListContext<unknown> }) {
  const t = useText();
  const [chosen, choose] = useChosen(context);
  const label = t({ zh: '对比', en: 'Compare' });
  const [isOpen, setOpen] = useState(false);
  // The sums appear above the button and push it away from what it opened.
  const onChoose = (next: Chosen) => {
    setOpen(false);
    choose(next);
  };
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      content={<CompareChoice chosen={chosen} onChoose={onChoose} />}
      trigger="click"
      placement="bottomRight"
      arrow={false}
    >
      <Button
        type="text"
        icon={<GitCompareArrows />}
        aria-label={label}
        title={label}
        className={chosen === 'none' ? undefined : 'is-chosen'}
      />
    </Popover>
  );
}

function CompareChoice({ chosen, onChoose }: { chosen: Chosen; onChoose: (next: Chosen) => void }) {
  const t = useText();
  const isPhone = usePhone();
  return (
    <Segmented<Chosen>
      vertical={isPhone}
      value={chosen}
      options={(Object.keys(COMPARED) as Chosen[]).map((value) => ({ value, label: t(COMPARED[value]) }))}
      onChange={onChoose}
    />
  );
}

/** The sums of a report beside those of the period before or of the year before. */
export default function Compared({ source, context }: { source: Report; context: ListContext<unknown> }) {
  const [chosen] = useChosen(context);
  const t = useText();
  if (chosen === 'none' || !canCompare(source)) return null;
  const [fromKey, toKey] = setPeriodKeys(source.filters, context.sent)!;
  const period = { ...context.sent, from: context.sent[fromKey], to: context.sent[toKey] };
  const other = otherPeriod(period, chosen, now(), tenantZone());
  if (!other)
    return (
      <p className="by-compared-hint">
        {t({ zh: '先选择起止时间，再对比', en: 'Choose a period first, to compare it' })}
      </p>
    );
  return <Sums source={source} context={context} comparison={chosen} other={other} />;
}

interface SumsProps {
  readonly source: Report;
  readonly context: ListContext<unknown>;
  readonly comparison: Comparison;
  readonly other: OtherPeriod;
}

type Totals = Readonly<Record<string, unknown>> | undefined;

/** The sums of the other period: those beside the own ones where rows are compared, else those of a call of its own. */
function useEarlier(source: Report, context: ListContext<unknown>, { from, to }: OtherPeriod): Totals {
  const { compare: _, ...sent } = context.sent;
  const [fromKey, toKey] = setPeriodKeys(source.filters, sent)!;
  const isBeside = source.compared !== undefined;
  const asked = useListing(source, { ...sent, [fromKey]: from, [toKey]: to, page: 1, perPage: 1 }, { isOff: isBeside });
  if (!isBeside) return asked.data?.totals as Totals;
  const own = context.listing?.totals as Totals;
  const figures = comparedFigures(source).filter((key) => own?.[beforeKey(key)] !== undefined);
  return own && figures.length > 0 ? Object.fromEntries(figures.map((key) => [key, own[beforeKey(key)]])) : undefined;
}

function Sums({ source, context, comparison, other }: SumsProps) {
  const t = useText();
  const own = context.listing?.totals as Totals;
  const before = useEarlier(source, context, other);
  const { days } = other;
  const label = t({ zh: '对比 {days}', en: 'Against {days}' }, { days });
  if (!own || !before) return null;
  return (
    <section className="by-compared" aria-label={label}>
      <h2>{label}</h2>
      <div className="by-figures">
        {Object.entries(listShape(source).totalFields)
          .filter(([key]) => key in before)
          .map(([key, field]) => (
            <div key={key} className="by-figure-box">
              <span>{t(field.label)}</span>
              <b className="by-figure">{fieldText(field, key, own, t)}</b>
              <span className="by-figure">
                {`${t(SHORT[comparison])} ${fieldText(field, key, before, t)} `}
                <FigureChange now={Number(own[key] ?? 0)} then={Number(before[key] ?? 0)} />
              </span>
            </div>
          ))}
      </div>
    </section>
  );
}
