import type { Listed, Report, ReportRow, Resource } from '@boyun/kernel/contract';
import {
  keepPreviousData,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
  type UseQueryResult,
  useIsFetching,
  useQuery,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useInsertionEffect, useRef } from 'react';
import { type Listing, list } from './call.ts';
import { useLanguage } from './language.ts';
import { authorization } from './session.ts';
import { CallFailure, notifyFailure } from './transport.ts';

/** Time in milliseconds for which a response counts as fresh. */
const FRESH_MS = 2000;

/** Queries whose last request failed. */
const failing = new WeakSet<object>();

/**
 * Shows an error when a page's request failed (spec §8); the page may continue to show older data. A repeated request is reported once, a
 * missing permission in the place that needs it.
 */
function onFailure(error: unknown, query: Query<unknown, unknown>): void {
  const wasFailing = failing.has(query);
  failing.add(query);
  if (wasFailing && query.observers.some(({ options }) => options.refetchInterval)) return;
  if (error instanceof CallFailure && error.code !== 'kernel.no-permission' && authorization()) notifyFailure(error);
}

/** The shared query cache; nothing is refetched in the background except by live pages. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: onFailure, onSuccess: (_, query) => void failing.delete(query) }),
  defaultOptions: {
    queries: { retry: false, staleTime: FRESH_MS, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});

/** Row type of a source. */
export type RowOf<S extends Resource | Report> = S extends Resource
  ? Listed<S>
  : S extends Report
    ? ReportRow<S>
    : never;

/** Key of a filter of a source: that of a report is one that it declares. */
export type FilterKey<S extends Resource | Report> = S extends Resource
  ? string
  : S extends Report
    ? keyof S['filters'] & string
    : never;

/** Returns the query key of a page of rows. */
export function useListingKey(source: Resource | Report, params: Readonly<Record<string, unknown>>): QueryKey {
  return ['list', source.name, params, useLanguage()];
}

/**
 * Whether a query is loading. A separate hook for the small parts that show it: lists refetch whenever they become visible, and must not
 * re-render for that.
 */
export function useIsLoading(key: QueryKey | undefined): boolean {
  return useIsFetching(key ? { queryKey: key, exact: true } : NOTHING) > 0;
}
const NOTHING = { predicate: () => false };

/** Refetch interval of a list in milliseconds: always, or as its rows say. */
export type RefetchEvery<T> = number | ((rows: readonly T[]) => number | false);

/**
 * Fetches one page of rows of a resource or report, and keeps the previous one on screen until it arrives. The caller shows the error if
 * there is no page to show.
 */
export function useListing<S extends Resource | Report>(
  source: S,
  params: Readonly<Record<string, unknown>>,
  options: { isOff?: boolean; everyMs?: RefetchEvery<RowOf<S>> | undefined } = {},
): UseQueryResult<Listing<RowOf<S>>> {
  const queryKey = useListingKey(source, params);
  const { everyMs } = options;
  const rowsOf = (page: Listing<unknown> | undefined) => (page?.rows ?? []) as readonly RowOf<S>[];
  const last = useRef<Listing<unknown>>(undefined);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const next = await list(source as Resource, params, { signal, isQuiet: true });
      const before = last.current;
      const page = { ...next, rows: reuseRows(before?.rows ?? [], next.rows) };
      // An equal response causes no re-render.
      return isEqual(page, before) ? before : page;
    },
    structuralSharing: false,
    placeholderData: keepPreviousData,
    enabled: !options.isOff,
    refetchInterval: typeof everyMs === 'function' ? ({ state }) => everyMs(rowsOf(state.data)) : (everyMs ?? false),
    refetchOnMount: false,
  }) as UseQueryResult<Listing<RowOf<S>>>;
  useInsertionEffect(() => {
    last.current = query.data;
  });
  const refetchIfStale = useEffectEvent(() => {
    if (queryClient.getQueryCache().find({ queryKey })?.isStaleByTime(FRESH_MS)) void query.refetch(KEEP_RUNNING);
  });
  const isCached = useEffectEvent(() => queryClient.getQueryData(queryKey) !== undefined);
  // A list that is shown again renders its cached rows first, and refetches after paint.
  useEffect(() => (options.isOff || !isCached() ? undefined : afterPaint(() => refetchIfStale())), [options.isOff]);
  return query;
}

const KEEP_RUNNING = { cancelRefetch: false };

/** Runs work after the next paint, unless the returned function is called before. */
function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Keeps the objects of unchanged rows, so that nothing of them re-renders. */
export function reuseRows(before: readonly unknown[], rows: readonly unknown[]): readonly unknown[] {
  const idOf = (row: unknown) => (row as { id?: string }).id;
  const known = new Map(before.map((row) => [idOf(row), row]));
  return rows.map((row) => {
    const old = known.get(idOf(row));
    return old !== undefined && isEqual(old, row) ? old : row;
  });
}

function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Date || b instanceof Date) return a instanceof Date && b instanceof Date && +a === +b;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length || Array.isArray(a) !== Array.isArray(b)) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key as keyof typeof a], b[key as keyof typeof b]));
}

/** Refetches all visible lists of a resource or report. */
export function refreshLists(name: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['list', name] });
}
