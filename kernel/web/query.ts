import type { Listed, Report, ReportRow, Resource } from '@boyun/kernel/contract';
import { keepPreviousData, QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
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
  return useQuery({
    queryKey: ['list', source.name, params, language],
    queryFn: ({ signal }) => list(source as Resource, params, { signal, isQuiet: true }) as Promise<unknown>,
    placeholderData: keepPreviousData,
    enabled: !options.isOff,
    refetchInterval: options.everyMs ?? false,
  }) as UseQueryResult<Listing<RowOf<S>>>;
}

/** Asks anew for every list of a resource or report that is shown. */
export function refreshLists(name: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['list', name] });
}
