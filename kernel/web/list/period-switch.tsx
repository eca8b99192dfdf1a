import { type Fields, type Label, setPeriodKeys } from '@boyun/kernel/contract';
import { Segmented } from 'antd';
import { useText } from '../language.ts';
import type { ListContext } from './list-place.tsx';
import { keysOfPeriod, presetFilters, presetOf, type TimePreset, timePresets } from './time-preset.ts';

const OFFERED = ['today', 'yesterday', 'last7', 'month'] as const satisfies readonly TimePreset[];
const ALL: Label = { zh: '全部时间', en: 'All time' };
const USUAL: Label = { zh: '默认时间', en: 'Default' };
const OWN: Label = { zh: '自选', en: 'Custom' };

/** What a list with these filters is limited to: a period by its name, another time (`own`), or nothing. */
function chosenPeriod(fields: Fields, filters: Readonly<Record<string, unknown>>): TimePreset | 'own' | 'all' {
  const [from, to] = keysOfPeriod(fields);
  const preset = presetOf(filters[from], filters[to]);
  if (preset) return preset;
  return setPeriodKeys(fields, filters)?.some((key) => filters[key]) ? 'own' : 'all';
}

/** Returns the name of the period a list with these filters is limited to. */
export function periodLabel(fields: Fields, filters: Readonly<Record<string, unknown>>): Label {
  const chosen = chosenPeriod(fields, filters);
  return chosen === 'own' ? OWN : chosen === 'all' ? ALL : timePresets[chosen];
}

/** Filters without those that bound a time. */
function withoutPeriods(fields: Fields, filters: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const keys = setPeriodKeys(fields, filters);
  if (!keys?.some((key) => filters[key])) return filters;
  return withoutPeriods(fields, { ...filters, [keys[0]]: undefined, [keys[1]]: undefined });
}

/** The usual periods of a list as a switch above it; a period entered among the filters is shown as such. */
export function PeriodSwitch<Row>({
  context,
  fields,
  hasLimit = false,
  onOwn,
}: {
  context: ListContext<Row>;
  /** The filters of the list. */
  fields: Fields;
  /** Whether the list never shows all time, but its usual days where no period is chosen. */
  hasLimit?: boolean;
  /** Called when the user wants to enter a period. */
  onOwn: () => void;
}) {
  const t = useText();
  const { filters, setFilters } = context.state;
  const chosen = chosenPeriod(fields, filters);
  const isOffered = chosen === 'all' || (OFFERED as readonly string[]).includes(chosen);
  return (
    <Segmented<string>
      value={chosen}
      options={[
        ...OFFERED.map((one) => ({ value: one, label: t(timePresets[one]) })),
        ...(hasLimit && chosen !== 'all' ? [] : [{ value: 'all', label: t(hasLimit ? USUAL : ALL) }]),
        ...(isOffered || chosen === 'own' ? [] : [{ value: chosen, label: t(periodLabel(fields, filters)) }]),
        { value: 'own', label: t(OWN) },
      ]}
      onChange={(value) => {
        if (value === 'own') return onOwn();
        if (value === 'all') return setFilters(withoutPeriods(fields, filters));
        setFilters({ ...filters, ...presetFilters(value as TimePreset, fields) });
      }}
    />
  );
}
