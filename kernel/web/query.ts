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
import { useEffect, useRef } from 'react';
import { type Listing, list } from './call.ts';
import { useLanguage } from './language.ts';
import { authorization } from './session.ts';
import { CallFailure, tellFailure } from './transport.ts';

/** How long an answer is taken to hold. */
const FRESH_MS = 2000;

/** What failed when it was last asked for. */
const failing = new WeakSet<object>();

/**
 * Tells of what a page asked for and did not get (spec §8): the page may go on showing what it had. What is asked for over
 * and over is told of once, a missing right by the place that wants it.
 */
function onFailure(error: unknown, query: Query<unknown, unknown>): void {
  const wasFailing = failing.has(query);
  failing.add(query);
  if (wasFailing && query.observers.some(({ options }) => options.refetchInterval)) return;
  if (error instanceof CallFailure && error.code !== 'kernel.no-permission' && authorization()) tellFailure(error);
}

/** Answers of the server as the pages share them; nothing is asked again behind the user's back except by live pages. */
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

/** What the shared answers know a page of rows by. */
export function useListingKey(source: Resource | Report, params: Readonly<Record<string, unknown>>): QueryKey {
  return ['list', source.name, params, useLanguage()];
}

/**
 * Whether something is being asked. A hook of its own, for the small parts that show it: lists ask anew whenever they come
 * into sight, and are not drawn anew for that.
 */
export function useIsAsked(key: QueryKey | undefined): boolean {
  return useIsFetching(key ? { queryKey: key, exact: true } : NOTHING) > 0;
}
const NOTHING = { predicate: () => false };

/** One page of rows of a resource or report, kept on screen while the next comes. Where nothing is shown yet, the caller shows a failure in its place. */
export function useListing<S extends Resource | Report>(
  source: S,
  params: Readonly<Record<string, unknown>>,
  options: { isOff?: boolean; everyMs?: number } = {},
): UseQueryResult<Listing<RowOf<S>>> {
  const queryKey = useListingKey(source, params);
  const last = useRef<Listing<unknown>>(undefined);
  const asked = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const next = await list(source as Resource, params, { signal, isQuiet: true });
      const kept = { ...next, rows: keepRows(last.current?.rows ?? [], next.rows) };
      // Nothing is drawn anew for an answer that says the same.
      return isAlike(kept, last.current) ? last.current : kept;
    },
    structuralSharing: false,
    placeholderData: keepPreviousData,
    enabled: !options.isOff,
    refetchInterval: options.everyMs ?? false,
    refetchOnMount: false,
  }) as UseQueryResult<Listing<RowOf<S>>>;
  const { data, refetch } = asked;
  last.current = data;
  const held = useRef({ queryKey, refetch });
  held.current = { queryKey, refetch };
  // A list shown again shows what it has; whether that still holds is asked when it has been painted.
  useEffect(() => {
    const { queryKey: key } = held.current;
    if (queryClient.getQueryData(key) === undefined || options.isOff) return;
    return afterPaint(() => {
      if (queryClient.getQueryCache().find({ queryKey: key })?.isStaleByTime(FRESH_MS))
        void held.current.refetch({ cancelRefetch: false });
    });
  }, [options.isOff]);
  return asked;
}

/** Does something when the next picture is on the screen, unless the function it answers is called before. */
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

/** Rows that are as they were remain the same objects, so that nothing of them is drawn anew. */
export function keepRows(before: readonly unknown[], rows: readonly unknown[]): readonly unknown[] {
  const idOf = (row: unknown) => (row as { id?: string }).id;
  const known = new Map(before.map((row) => [idOf(row), row]));
  return rows.map((row) => {
    const old = known.get(idOf(row));
    return old !== undefined && isAlike(old, row) ? old : row;
  });
}

function isAlike(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Date || b instanceof Date) return a instanceof Date && b instanceof Date && +a === +b;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length || Array.isArray(a) !== Array.isArray(b)) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isAlike(a[key as never], b[key as never]));
}

/** Asks anew for every list of a resource or report that is shown. */
export function refreshLists(name: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['list', name] });
}
