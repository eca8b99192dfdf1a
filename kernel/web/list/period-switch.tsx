import type { Fields, Label } from '@boyun/kernel/contract';
import { Segmented } from 'antd';
import { useText } from '../language.ts';
import type { ListContext } from './list-place.tsx';
import { presetFilters, presetOf, type TimePreset, timePresets } from './time-preset.ts';

const OFFERED = ['today', 'yesterday', 'last7', 'month'] as const satisfies readonly TimePreset[];
const ALL: Label = { zh: '全部时间', en: 'All time' };
const USUAL: Label = { zh: '默认时间', en: 'Default' };
const OWN: Label = { zh: '自选', en: 'Custom' };

/** Returns the name of the period a list is limited to by its filters `from` and `to`. */
export function periodLabel({ from, to }: Readonly<Record<string, unknown>>): Label {
  const preset = presetOf(from, to);
  if (preset) return timePresets[preset];
  return from || to ? OWN : ALL;
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
  const { from, to, ...rest } = context.state.filters;
  const chosen = presetOf(from, to) ?? (from || to ? 'own' : 'all');
  const isOffered = chosen === 'all' || (OFFERED as readonly string[]).includes(chosen);
  return (
    <Segmented<string>
      value={chosen}
      options={[
        ...OFFERED.map((one) => ({ value: one, label: t(timePresets[one]) })),
        ...(hasLimit && chosen !== 'all' ? [] : [{ value: 'all', label: t(hasLimit ? USUAL : ALL) }]),
        ...(isOffered || chosen === 'own' ? [] : [{ value: chosen, label: t(periodLabel({ from, to })) }]),
        { value: 'own', label: t(OWN) },
      ]}
      onChange={(value) => {
        if (value === 'own') return onOwn();
        context.state.setFilters(value === 'all' ? rest : { ...rest, ...presetFilters(value as TimePreset, fields) });
      }}
    />
  );
}
