import type { Listed, Report, ReportRow, Resource } from '@boyun/kernel/contract';
import { keepPreviousData, QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Listing, list } from './call.ts';
import { useLanguage } from './language.ts';

/** Answers of the server as the pages share them; nothing is asked again behind the user's back except by live pages. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 2000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});

/** Row type of a source. */
export type RowOf<S extends Resource | Report> = S extends Resource
  ? Listed<S>
  : S extends Report
    ? ReportRow<S>
    : never;

/** One page of rows of a resource or report, kept on screen while the next comes. Failures are left to the caller to show. */
export function useListing<S extends Resource | Report>(
  source: S,
  params: Readonly<Record<string, unknown>>,
  options: { isOff?: boolean; everyMs?: number } = {},
): UseQueryResult<Listing<RowOf<S>>> {
  const language = useLanguage();
  const last = useRef<Listing<unknown>>(undefined);
  const asked = useQuery({
    queryKey: ['list', source.name, params, language],
    queryFn: async ({ signal }) => {
      const next = await list(source as Resource, params, { signal, isQuiet: true });
      return { ...next, rows: keepRows(last.current?.rows ?? [], next.rows) };
    },
    structuralSharing: false,
    placeholderData: keepPreviousData,
    enabled: !options.isOff,
    refetchInterval: options.everyMs ?? false,
    refetchOnMount: false,
  }) as UseQueryResult<Listing<RowOf<S>>>;
  last.current = asked.data;
  const held = useRef(asked);
  held.current = asked;
  // A list shown again shows what it has; whether that still holds is asked when it has been painted.
  useEffect(() => {
    if (held.current.data === undefined || options.isOff) return;
    return afterPaint(() => {
      if (held.current.isStale) void held.current.refetch({ cancelRefetch: false });
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
