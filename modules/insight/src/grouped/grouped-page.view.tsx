import type { Label, Report } from '@boyun/kernel/contract';
import {
  type CellSlots,
  type ChartRow,
  type FilterKey,
  type ListContext,
  ListPage,
  type ReportBars,
  RowBars,
  type RowOf,
  useAddressWord,
  useText,
} from '@boyun/kernel/web';
import { Segmented } from 'antd';

interface GroupedPageProps<G extends string, S extends Report> {
  readonly source: S;
  readonly groups: Readonly<Record<G, Label>>;
  /** The columns of a grouping that come before the figures. */
  readonly named: Readonly<Record<G, readonly string[]>>;
  readonly figures: readonly string[];
  readonly filters: readonly FilterKey<S>[];
  readonly cells: CellSlots<ChartRow>;
  readonly barsOf: (by: G) => ReportBars;
  readonly empty: { readonly title: Label; readonly hint?: Label };
}

/** A report that is grouped by one of several dimensions, with its rows as bars. */
export function GroupedPage<G extends string, S extends Report>(props: GroupedPageProps<G, S>) {
  const { source, groups, named, figures, filters, cells, barsOf, empty } = props;
  const t = useText();
  const [word, setWord] = useAddressWord('tab');
  const keys = Object.keys(groups) as G[];
  const first = keys[0]!;
  const by = keys.find((one) => one === word) ?? first;
  const bars = barsOf(by);
  return (
    <ListPage
      key={by}
      source={source}
      name={`${source.name}-${by}`}
      fixed={{ by }}
      columns={[...named[by], ...figures]}
      filters={filters}
      cells={cells as CellSlots<RowOf<S>>}
      above={(context) => (
        <RowBars source={source} by={by} label={t(groups[by])} bars={bars} context={context as ListContext<ChartRow>} />
      )}
      toolbar={() => (
        <Segmented<G>
          value={by}
          options={keys.map((key) => ({ value: key, label: t(groups[key]) }))}
          onChange={(next) => setWord(next === first ? null : next)}
        />
      )}
      detail={null}
      empty={empty}
    />
  );
}
