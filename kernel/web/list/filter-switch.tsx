import type { Label } from '@boyun/kernel/contract';
import { Segmented } from 'antd';
import { useText } from '../language.ts';
import type { ListContext } from './list-place.tsx';

/** One choice of a filter; `count` is shown after its name if given. */
export interface FilterChoice {
  readonly value: string | number | boolean;
  readonly label: Label;
  readonly count?: number | undefined;
}

/** Returns the choices of a table, for a switch. */
export function choicesOf(labels: Readonly<Record<string, Label>>): readonly FilterChoice[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

const ALL: Label = { zh: '全部', en: 'All' };

/** One filter of a list as a switch above it: all rows, or those of one choice. Where several are shown, each labels its "all". */
export function FilterSwitch<Row>({
  context,
  filter,
  choices,
  allLabel = ALL,
}: {
  context: ListContext<Row>;
  filter: string;
  choices: readonly FilterChoice[];
  allLabel?: Label;
}) {
  const t = useText();
  const { [filter]: chosen, ...rest } = context.state.filters;
  const all = choices.length;
  return (
    <Segmented<number>
      value={chosen === undefined ? all : choices.findIndex(({ value }) => value === chosen)}
      options={[
        { value: all, label: t(allLabel) },
        ...choices.map(({ label, count }, value) => ({
          value,
          label: (
            <span className="by-switch">
              {t(label)}
              {count ? <b className="by-figure">{count}</b> : null}
            </span>
          ),
        })),
      ]}
      onChange={(at) => context.state.setFilters(at === all ? rest : { ...rest, [filter]: choices[at]!.value })}
    />
  );
}
