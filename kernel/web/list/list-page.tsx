import type { Fields, Label, Report, Resource } from '@boyun/kernel/contract';
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { exportAccess, isResource, type ListShape, listShape } from '../call.ts';
import { useCommitted } from '../committed.ts';
import { DataGrid } from '../grid/data-grid.tsx';
import { useFitting } from '../grid/fitting.ts';
import { type CellSlots, columnsOf, type GridColumn } from '../grid/grid-column.tsx';
import type { GridSetting } from '../grid/grid-setting.ts';
import { useGridSetting } from '../grid/kept-setting.ts';
import { Pager } from '../grid/pager.tsx';
import { type KeyMap, useKeys } from '../keys.ts';
import { useLanguage, useText } from '../language.ts';
import { useMedia, usePhone } from '../media.ts';
import { can } from '../permission.tsx';
import { type FilterKey, type RefetchEvery, type RowOf, useListing, useListingKey } from '../query.ts';
import { CrashGuard, NoPermission } from '../state.tsx';
import { COMPARED_ROW_PX, comparedCells, withoutIdleComparison } from './compared-cell.tsx';
import { linkedFigures } from './figure-link.tsx';
import type { ListState } from './list-model.ts';
import { type EmptyWords, ExportButton, Exporting, NoRows, openRange } from './list-part.tsx';
import { actsColumn, type ListContext, ListPlace, numberColumn } from './list-place.tsx';
import { ScheduleSlot } from './list-schedule.tsx';
import { useListState } from './list-state.ts';
import { ListTools, withSums } from './list-tool.tsx';
import { PeriodSwitch } from './period-switch.tsx';
import { QueryBar } from './query-bar.tsx';
import { RowDrawer } from './row-drawer.tsx';
import { type Batch, SelectedCount, useSelection } from './selection.tsx';
import type { TimePreset } from './time-preset.ts';

const Compared = lazy(() => import('./compared.tsx'));
const Corrected = lazy(() => import('./corrected.tsx'));

/** The width from which a list and its detail fit beside each other. */
const ROOM_FOR_SIDE = '(min-width: 1100px)';

/** Props of a list page; omitted ones follow from the declaration of its source. */
export interface ListPageProps<S extends Resource | Report> {
  readonly source: S;
  /** Title of the page; that of the source by default. */
  readonly title?: Label;
  /** Name under which column settings are stored; that of the source by default. */
  readonly name?: string;
  /** Keys of the columns in order; a key without a field needs a slot with label and cell. */
  readonly columns?: readonly string[];
  readonly cells?: CellSlots<RowOf<S>>;
  /** Filters that always apply and are not shown. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Keys of the filters shown, in order. */
  readonly filters?: readonly FilterKey<S>[];
  /** Filters of which the page offers fewer choices than their declaration, by key; a constant of the page. */
  readonly filterFields?: Fields;
  /** Default order: `-at`. */
  readonly sort?: string;
  /** The period that the list opens on, with a switch of periods; the first filters it declares for a time (`periodKeys`) bound it. */
  readonly opensOn?: TimePreset;
  /** Refetch interval in milliseconds while the page is shown: always, or as its rows say. */
  readonly everyMs?: RefetchEvery<RowOf<S>>;
  /** Between the query bar and the table: figures, tabs. */
  readonly above?: (context: ListContext<RowOf<S>>) => ReactNode;
  /** Buttons above the table, the main one first; the export button is added after them. */
  readonly toolbar?: (context: ListContext<RowOf<S>>) => ReactNode;
  /** What can be done with several rows at once; its buttons follow those of the toolbar. */
  readonly batch?: Batch<RowOf<S> & { readonly id: string }>;
  /** Buttons of one row; `actsWidth` is the width of their column (default 120). */
  readonly rowActs?: (row: RowOf<S>, context: ListContext<RowOf<S>>) => ReactNode;
  readonly actsWidth?: number;
  readonly rowClass?: (row: RowOf<S>) => string | undefined;
  /** Called on a click on a row instead of opening the drawer. */
  readonly onOpen?: (row: RowOf<S>) => void;
  /** Body of the drawer that a click on a row opens; all fields by default, null for no drawer. */
  readonly detail?: ((row: RowOf<S>, context: ListContext<RowOf<S>>) => ReactNode) | null;
  readonly detailTitle?: (row: RowOf<S>) => ReactNode;
  readonly detailActs?: (row: RowOf<S>, context: ListContext<RowOf<S>>) => ReactNode;
  readonly detailWidth?: number;
  /** Shown beside the list instead of the drawer, where the window has room for both. */
  readonly side?: ListSide<RowOf<S>>;
  readonly empty?: EmptyWords;
  /** Further key bindings: `{ n: add }`. */
  readonly keys?: (context: ListContext<RowOf<S>>) => KeyMap;
  /** Dialogs and drawers of the page. */
  readonly children?: (context: ListContext<RowOf<S>>) => ReactNode;
}

/** A detail beside its list. */
export interface ListSide<T> {
  /** Height of a row, whose cells may have several lines. */
  readonly rowPx: number;
  /** The columns and cells of the narrow list. */
  readonly columns: readonly string[];
  readonly cells: CellSlots<T>;
  /** The detail of the row that the address names, or else of the first one; null where the list is empty. */
  readonly show: (openId: string | null, context: ListContext<T>) => ReactNode;
}

/** The standard list: query bar, toolbar, table, paging, drawer; its state is kept in the address. */
export function ListPage<S extends Resource | Report>(props: ListPageProps<S>) {
  const access = isResource(props.source) ? props.source.can.list : (props.source as Report).access;
  if (!can(access)) return <NoPermission />;
  return <AllowedListPage {...props} />;
}

function AllowedListPage<S extends Resource | Report>(props: ListPageProps<S>) {
  const { source, detail } = props;
  const t = useText();
  const list = useList(props);
  const side = useMedia(ROOM_FOR_SIDE) ? props.side : undefined;
  const { shape, state, query, queryKey, listing, context, refresh } = list;
  const picked = useSelection<ShownRow<S>>(props.batch, (listing?.rows ?? NONE) as readonly ShownRow<S>[]);
  const grid = useListGrid(side ? { ...props, ...side } : props, list, picked.column);
  const [isExporting, setExporting] = useState(false);
  const openExport = useCallback(() => setExporting(true), []);
  const exporting = exportAccess(source);
  const canExport = exporting !== null && can(exporting);
  const queryBar = useRef<HTMLFormElement>(null);
  useKeys({
    '/': () => queryBar.current?.querySelector<HTMLElement>('input:enabled')?.focus(),
    r: () => void query.refetch(),
    e: canExport ? openExport : undefined,
    ...props.keys?.(context),
  });
  const sums = withSums(source);
  const hasDrawer = detail !== null && !props.onOpen;
  return (
    <div className="by-page" ref={grid.page}>
      <h1 className="by-sr">{t(props.title ?? source.title)}</h1>
      <QueryBar
        ref={queryBar}
        fields={usePicked(shape, props.filters, props.filterFields)}
        filters={state.filters}
        onSearch={list.search}
        maxDays={isResource(source) ? undefined : (source as Report).maxDays}
      />
      {props.above?.(context)}
      {sums && (
        <Suspense fallback={null}>
          {sums.corrected && <Corrected source={sums} context={context} />}
          <Compared source={sums} context={context} />
        </Suspense>
      )}
      <div className={side ? 'by-split' : 'by-whole'}>
        <section className="by-sheet">
          <div className="by-toolbar">
            <Acts
              {...props}
              list={list}
              picked={picked}
              onExport={canExport ? openExport : null}
              onOwnPeriod={() => openRange(queryBar.current)}
            />
            <ListTools source={source} title={props.title} list={list} grid={grid} />
          </div>
          <ListPlace value={context}>
            <DataGrid<ShownRow<S>>
              label={t(props.title ?? source.title)}
              columns={grid.columns}
              rows={(listing?.rows ?? NONE) as readonly ShownRow<S>[]}
              totals={listing?.totals}
              totalFields={isResource(source) ? undefined : (source as Report).totals}
              setting={grid.setting}
              onSetting={grid.setSetting}
              sort={state.sort}
              onSort={state.setSort}
              onOpen={props.onOpen ?? (hasDrawer || side ? (row) => state.setOpen(row.id) : undefined)}
              isLoading={query.isPending}
              queryKey={queryKey}
              error={query.error}
              onRetry={refresh}
              empty={<NoRows fields={shape.filterFields} state={state} empty={props.empty} />}
              rowClass={side ? (row) => (row.id === openIdOf(list) ? 'is-open' : undefined) : props.rowClass}
              rowPx={context.sent.compare ? COMPARED_ROW_PX : side?.rowPx}
            />
          </ListPlace>
          <Pager
            page={state.page}
            perPage={state.perPage}
            total={listing?.total ?? 0}
            isEstimate={listing?.isEstimate}
            onChange={state.setPage}
          />
        </section>
        {side && <Side side={side} list={list} />}
      </div>
      {hasDrawer && !side && <RowDrawer {...props} shape={shape} context={context} />}
      {canExport && isExporting && <Exporting source={source} context={context} onClose={() => setExporting(false)} />}
      {props.children?.(context)}
    </div>
  );
}

interface ActsProps<S extends Resource | Report> {
  readonly list: List<S>;
  readonly picked: ReturnType<typeof useSelection<ShownRow<S>>>;
  /** Null where the list may not be exported. */
  readonly onExport: (() => void) | null;
  /** Called when the user wants to enter a period. */
  readonly onOwnPeriod: () => void;
}

/** The buttons of the page, of the chosen rows and of the whole list. */
function Acts<S extends Resource | Report>(props: ListPageProps<S> & ActsProps<S>) {
  const { source, list, picked, onExport, onOwnPeriod } = props;
  const { context, shape } = list;
  return (
    <div className="by-toolbar-acts">
      {props.toolbar?.(context)}
      {props.opensOn && (
        <PeriodSwitch context={context} fields={shape.filterFields} hasLimit={hasLimit(source)} onOwn={onOwnPeriod} />
      )}
      {props.batch?.acts(picked.chosen, picked.clear)}
      {picked.chosen.length > 0 && <SelectedCount count={picked.chosen.length} onClear={picked.clear} />}
      {onExport && <ExportButton onOpen={onExport} />}
      {onExport && !isResource(source) && <ScheduleSlot source={source as Report} filters={context.sent} />}
    </div>
  );
}

/** Whether a list never shows all time, but the last days where no period is chosen. */
const hasLimit = (source: Resource | Report) => !isResource(source) && (source as Report).maxDays !== undefined;

/** The detail beside the list. */
function Side<S extends Resource | Report>({ side, list }: { side: ListSide<RowOf<S>>; list: List<S> }) {
  const t = useText();
  return (
    <section className="by-side" aria-label={t({ zh: '详情', en: 'Details' })}>
      <CrashGuard>{side.show(openIdOf(list), list.context)}</CrashGuard>
    </section>
  );
}

/** The row beside the list: the one that the address names, or else the first. */
function openIdOf<S extends Resource | Report>({ state, listing }: List<S>): string | null {
  return state.openId ?? (listing?.rows[0] as { readonly id: string } | undefined)?.id ?? null;
}

type ShownRow<S extends Resource | Report> = RowOf<S> & { readonly id: string };

/** The state of a list in the address, its rows, and the context its slots get. */
function useList<S extends Resource | Report>(props: ListPageProps<S>) {
  const { source } = props;
  const shape = listShape(source);
  const name = props.name ?? source.name;
  const state = useListState(shape.filterFields, {
    sort: props.sort,
    list: name,
    opensOn: props.opensOn,
  });
  const sent = withoutIdleComparison(shape.filterFields, { ...state.filters, ...props.fixed });
  const params = { ...sent, page: state.page, perPage: state.perPage, sort: state.sort };
  const queryKey = useListingKey(source, params);
  const query = useListing(source, params, { everyMs: props.everyMs, isOff: state.isWaiting });
  const listing = query.data;
  const context: ListContext<RowOf<S>> = { state, listing, sent, refresh: () => query.refetch() };
  const latest = useCommitted(context);
  const refresh = useCallback(() => void latest.current.refresh(), [latest]);
  // Repeating the same search refetches the rows.
  const search = useCallback(
    (filters: ListState['filters']) => {
      if (!latest.current.state.setFilters(filters)) refresh();
    },
    [latest, refresh],
  );
  return { shape, name, state, query, queryKey, listing, context, refresh, search };
}

/** Width of the column of buttons, and what its cells have beside them. */
const ACTS_PX = 120;
const CELL_PX = 26;

/** The width of the column of buttons: the declared one, or what the buttons of the widest row take in the language of the page. */
function useActsWidth(page: RefObject<HTMLElement | null>, listing: unknown, declared: number): number {
  const [needed, setNeeded] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows may have more buttons
  useLayoutEffect(() => {
    const cut = [...(page.current?.querySelectorAll('.by-line .by-acts') ?? [])].filter(
      (one) => one.scrollWidth > one.clientWidth,
    );
    if (cut.length > 0) setNeeded(Math.max(...cut.map((one) => one.scrollWidth)) + CELL_PX);
  }, [page, listing]);
  return Math.max(declared, needed);
}

type List<S extends Resource | Report> = ReturnType<typeof useList<S>>;

/** The columns of a list and their setting. */
function useListGrid<S extends Resource | Report>(
  props: ListPageProps<S>,
  { shape, name, state, listing }: List<S>,
  picking: GridColumn<ShownRow<S>> | null,
) {
  const { source, cells, columns: keys = shape.columns, rowActs } = props;
  const language = useLanguage();
  const page = useRef<HTMLDivElement>(null);
  const actsWidth = useActsWidth(page, listing, props.actsWidth ?? ACTS_PX);
  const [ownSetting, saveSetting] = useGridSetting(name);
  const setting = state.view?.setting ?? ownSetting;
  const setSetting = useCallback(
    (next: GridSetting) => {
      saveSetting(next);
      if (state.view) state.leaveView();
    },
    [saveSetting, state],
  );
  // The functions of the slots are the same while only the list itself renders again: then no cell is drawn again. When the page around it
  // does, they may show other state, and all cells are.
  const isCompared = state.filters.compare !== undefined;
  const declared = useMemo(() => {
    const linked = { ...cells, ...linkedFigures(source, cells) } as CellSlots<ShownRow<S>>;
    const own = columnsOf<ShownRow<S>>(shape.rowFields, keys, {
      cells: isCompared ? { ...linked, ...comparedCells(source as Report, linked) } : linked,
      sortable: shape.sortable,
      language,
    });
    const first = own[0];
    if (first && first.pin === undefined) own[0] = { ...first, pin: 'start' };
    if (rowActs) own.push(actsColumn(rowActs, actsWidth));
    return [...(picking ? [picking] : []), numberColumn<ShownRow<S>>(), ...own];
  }, [source, shape, keys, cells, rowActs, actsWidth, language, picking, isCompared]);
  const fitting = useFitting(declared, page);
  // Cards have room for all columns.
  const columns = usePhone() ? declared : fitting;
  return { page, columns, setting, setSetting };
}

const NONE: readonly never[] = [];

/** The filters that are shown; what rows are compared with is chosen above the table. */
function usePicked(shape: ListShape, keys: readonly string[] | undefined, narrowed: Fields | undefined) {
  return useMemo(() => {
    if (!keys) {
      const { compare: _, ...fields } = shape.filterFields;
      return fields;
    }
    return Object.fromEntries(keys.map((key) => [key, narrowed?.[key] ?? shape.filterFields[key]!]));
  }, [shape, keys, narrowed]);
}
