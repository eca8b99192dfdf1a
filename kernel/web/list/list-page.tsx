import type { Label, Report, Resource } from '@boyun/kernel/contract';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Download, RefreshCw } from 'lucide-react';
import { lazy, memo, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { exportAccess, getRow, isResource, type Listing, type ListShape, listShape } from '../call.ts';
import { Drawer } from '../drawer.tsx';
import { DataGrid } from '../grid/data-grid.tsx';
import { useFitting } from '../grid/fitting.ts';
import { type CellSlots, columnsOf, type GridColumn } from '../grid/grid-column.tsx';
import type { GridSetting } from '../grid/grid-setting.ts';
import { GridSettingButton } from '../grid/grid-setting-panel.tsx';
import { useGridSetting } from '../grid/kept-setting.ts';
import { Pager } from '../grid/pager.tsx';
import { type KeyMap, useKeys } from '../keys.ts';
import { useText } from '../language.ts';
import { usePhone } from '../media.ts';
import { may } from '../permission.tsx';
import { type RowOf, useIsAsked, useListing, useListingKey } from '../query.ts';
import { CrashGuard, Empty, NoPermission } from '../state.tsx';
import { FieldList } from './field-list.tsx';
import { type ListState, useListState } from './list-state.ts';
import { ListViewButton } from './list-view-button.tsx';
import { QueryBar } from './query-bar.tsx';

const ListExport = lazy(() => import('./export-dialog.tsx'));

/** What the slots of a list page are given. */
export interface ListContext<T> {
  readonly state: ListState;
  /** The page of rows shown; undefined before the first answer. */
  readonly listing: Listing<T> | undefined;
  /** Filters as they were sent, fixed ones included. */
  readonly sent: Readonly<Record<string, unknown>>;
  refresh(): Promise<unknown>;
}

/** A list page: what is not stated follows from the declaration of its source. */
export interface ListPageProps<S extends Resource | Report> {
  readonly source: S;
  /** Title of the page; that of the source unless given. */
  readonly title?: Label;
  /** Name its column settings are kept under; that of the source unless given. */
  readonly name?: string;
  /** Keys of the columns in order; a key that is no field needs a slot with label and cell. */
  readonly columns?: readonly string[];
  readonly cells?: CellSlots<RowOf<S>>;
  /** Filters that always hold and are not shown. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Keys of the filters shown, in order. */
  readonly filters?: readonly string[];
  /** Order as long as the user chose none: `-at`. */
  readonly sort?: string;
  /** Asks anew every so many milliseconds while shown. */
  readonly everyMs?: number;
  /** Between the query bar and the table: figures, tabs. */
  readonly above?: (context: ListContext<RowOf<S>>) => ReactNode;
  /** Buttons over the table, the main one first; export stands behind them by itself. */
  readonly toolbar?: (context: ListContext<RowOf<S>>) => ReactNode;
  /** Buttons of one row; `actsWidth` is their column's width (default 120). */
  readonly rowActs?: (row: RowOf<S>, context: ListContext<RowOf<S>>) => ReactNode;
  readonly actsWidth?: number;
  readonly rowClass?: (row: RowOf<S>) => string | undefined;
  /** What a click on a row does instead of opening the drawer. */
  readonly onOpen?: (row: RowOf<S>) => void;
  /** Body of the drawer that a click on a row opens; all fields unless given, null for no drawer. */
  readonly detail?: ((row: RowOf<S>, context: ListContext<RowOf<S>>) => ReactNode) | null;
  readonly detailTitle?: (row: RowOf<S>) => ReactNode;
  readonly detailActs?: (row: RowOf<S>, context: ListContext<RowOf<S>>) => ReactNode;
  readonly detailWidth?: number;
  readonly empty?: { readonly title: Label; readonly hint?: Label; readonly action?: ReactNode };
  /** Further keys: `{ n: add }`. */
  readonly keys?: (context: ListContext<RowOf<S>>) => KeyMap;
  /** Dialogs and drawers of the page. */
  readonly children?: (context: ListContext<RowOf<S>>) => ReactNode;
}

const ACTS_KEY = '__acts';

/** The standard list: query bar, toolbar, table, paging, drawer; its state in the address. */
export function ListPage<S extends Resource | Report>(props: ListPageProps<S>) {
  const access = isResource(props.source) ? props.source.can.list : (props.source as Report).access;
  if (!may(access)) return <NoPermission />;
  return <AllowedListPage {...props} />;
}

function AllowedListPage<S extends Resource | Report>(props: ListPageProps<S>) {
  type T = RowOf<S> & { readonly id: string };
  const { source, cells, rowActs, detail } = props;
  const t = useText();
  const shape = listShape(source);
  const filterFields = usePicked(shape, props.filters);
  const name = props.name ?? source.name;
  const state = useListState(shape.filterFields, { sort: props.sort, list: name });
  const sent = { ...state.filters, ...props.fixed };
  const params = { ...sent, page: state.page, perPage: state.perPage, sort: state.sort };
  const asking = useListingKey(source, params);
  const asked = useListing(source, params, { everyMs: props.everyMs, isOff: state.isWaiting });
  const listing = asked.data;
  const context: ListContext<RowOf<S>> = { state, listing, sent, refresh: () => asked.refetch() };
  const [ownSetting, keepSetting] = useGridSetting(name);
  const setting = state.view?.setting ?? ownSetting;
  const setSetting = useCallback(
    (next: GridSetting) => {
      keepSetting(next);
      if (state.view) state.leaveView();
    },
    [keepSetting, state],
  );
  const [isExporting, setExporting] = useState(false);
  const closeExport = useCallback(() => setExporting(false), []);
  const openExport = useCallback(() => setExporting(true), []);
  const exporting = exportAccess(source);
  const canExport = exporting !== null && may(exporting);
  const query = useRef<HTMLFormElement>(null);
  const held = useRef(context);
  held.current = context;
  // Who searches once more for the same wants to know what has changed meanwhile.
  const search = useCallback((filters: ListState['filters']) => {
    const { state: now, refresh } = held.current;
    if (!now.setFilters(filters)) void refresh();
  }, []);
  const refresh = useCallback(() => void held.current.refresh(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: slots are read once: their functions may change with every render, the columns they draw may not
  const declared = useMemo(() => {
    const own = columnsOf<T>(shape.rowFields, props.columns ?? shape.columns, {
      cells: cells as CellSlots<T>,
      sortable: shape.sortable,
    });
    const first = own[0];
    if (first && first.pin === undefined) own[0] = { ...first, pin: 'start' };
    if (rowActs) own.push(actsColumn<T>((row) => rowActs(row, held.current), props.actsWidth ?? 120));
    return own;
  }, [shape, t]);
  const page = useRef<HTMLDivElement>(null);
  const fitting = useFitting(declared, page);
  // Cards have room for all.
  const columns = usePhone() ? declared : fitting;

  const listedRow = listing?.rows.find((row) => (row as T).id === state.openId);
  const lone = useLoneRow(source, listing && !listedRow ? state.openId : null);
  const openRow = (state.openId ? (listedRow ?? lone) : undefined) as RowOf<S> | undefined;
  useKeys({
    '/': () => query.current?.querySelector<HTMLElement>('input')?.focus(),
    r: () => void asked.refetch(),
    e: canExport ? () => setExporting(true) : undefined,
    ...props.keys?.(context),
  });

  const isFiltered = Object.keys(state.filters).length > 0;
  const title = props.title ?? source.title;
  const empty = isFiltered ? (
    <Empty
      title={{ zh: '没有符合条件的记录', en: 'Nothing matches these filters' }}
      hint={{ zh: '放宽或清除筛选条件再试', en: 'Widen the filters or clear them' }}
      action={<Button onClick={() => state.setFilters({})}>{t({ zh: '清除筛选', en: 'Clear the filters' })}</Button>}
    />
  ) : (
    <Empty {...(props.empty ?? { title: { zh: '暂无数据', en: 'Nothing here yet' } })} />
  );
  const hasDrawer = detail !== null && !props.onOpen;
  return (
    <div className="by-page" ref={page}>
      <h1 className="by-sr">{t(title)}</h1>
      <QueryBar
        ref={query}
        fields={filterFields}
        filters={state.filters}
        onSearch={search}
        maxDays={isResource(source) ? undefined : (source as Report).maxDays}
      />
      {props.above?.(context)}
      <section className="by-sheet">
        <div className="by-toolbar">
          <div className="by-toolbar-acts">
            {props.toolbar?.(context)}
            {canExport && <ExportButton onOpen={openExport} />}
          </div>
          <div className="by-toolbar-tools">
            <RefreshButton asking={asking} onRefresh={refresh} />
            <ListViewButton list={name} state={state} setting={setting} />
            <GridSettingButton columns={columns} setting={setting} onChange={setSetting} />
          </div>
        </div>
        <DataGrid<T>
          label={t(title)}
          columns={columns}
          rows={(listing?.rows ?? NONE) as readonly T[]}
          totals={listing?.totals}
          totalFields={isResource(source) ? undefined : (source as Report).totals}
          setting={setting}
          onSetting={setSetting}
          sort={state.sort}
          onSort={state.setSort}
          onOpen={props.onOpen ?? (hasDrawer ? (row) => state.setOpen(row.id) : undefined)}
          isLoading={asked.isPending}
          asking={asking}
          error={asked.error}
          onRetry={() => void asked.refetch()}
          empty={empty}
          rowClass={props.rowClass}
        />
        <Pager
          page={state.page}
          perPage={state.perPage}
          total={listing?.total ?? 0}
          isEstimate={listing?.isEstimate}
          onChange={state.setPage}
        />
      </section>
      {hasDrawer && (
        <Drawer
          isOpen={openRow !== undefined}
          title={openRow && (props.detailTitle?.(openRow) ?? t(title))}
          extra={openRow && props.detailActs?.(openRow, context)}
          width={props.detailWidth}
          onClose={() => state.setOpen(null)}
        >
          {openRow && (
            <CrashGuard>
              {detail ? (
                detail(openRow, context)
              ) : (
                <FieldList fields={shape.rowFields} row={openRow as Record<string, unknown>} />
              )}
            </CrashGuard>
          )}
        </Drawer>
      )}
      {canExport && isExporting && (
        <Suspense fallback={null}>
          <ListExport
            source={source}
            filters={sent}
            total={listing?.total ?? 0}
            isEstimate={listing?.isEstimate}
            page={state.page}
            perPage={state.perPage}
            sort={state.sort}
            onClose={closeExport}
          />
        </Suspense>
      )}
      {props.children?.(context)}
    </div>
  );
}

// An answer changes rows, not buttons: parts that are costly to draw are not drawn with it.
const ExportButton = memo(function ExportButton({ onOpen }: { onOpen: () => void }) {
  const t = useText();
  return (
    <Button icon={<Download />} onClick={onOpen}>
      {t({ zh: '导出', en: 'Export' })}
    </Button>
  );
});

function RefreshButton({ asking, onRefresh }: { asking: QueryKey; onRefresh: () => void }) {
  const t = useText();
  const isTurning = useIsAsked(asking);
  const label = t({ zh: '刷新', en: 'Refresh' });
  return (
    <Button
      type="text"
      aria-label={label}
      title={label}
      icon={<RefreshCw className={isTurning ? 'is-turning' : undefined} />}
      onClick={onRefresh}
    />
  );
}

// A link may open a row that is not on the page of the list shown: it is read by itself where that is offered.
function useLoneRow(source: Resource | Report, id: string | null): unknown {
  const canGet = isResource(source) && source.verbs.includes('get');
  const asked = useQuery({
    queryKey: ['list', source.name, 'row', id],
    queryFn: ({ signal }) => getRow(source as Resource, id!, { signal, isQuiet: true }),
    enabled: canGet && id !== null,
  });
  return asked.data;
}

const NONE: readonly never[] = [];

function usePicked(shape: ListShape, keys: readonly string[] | undefined) {
  return useMemo(() => {
    if (!keys) return shape.filterFields;
    return Object.fromEntries(keys.map((key) => [key, shape.filterFields[key]!]));
  }, [shape, keys]);
}

function actsColumn<T>(cell: (row: T) => ReactNode, width: number): GridColumn<T> {
  return {
    key: ACTS_KEY,
    label: { zh: '操作', en: 'Actions' },
    width,
    pin: 'end',
    cell: (row) => (
      // The row's own click opens the drawer; its buttons do what they say alone.
      // biome-ignore lint/a11y/noStaticElementInteractions: it only stops the click from going on
      // biome-ignore lint/a11y/useKeyWithClickEvents: it only stops the click from going on
      <div className="by-acts" onClick={(event) => event.stopPropagation()}>
        {cell(row)}
      </div>
    ),
  };
}
