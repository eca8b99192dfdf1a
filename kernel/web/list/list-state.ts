import type { Fields } from '@boyun/kernel/contract';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type ListParams, readListUrl, writeListUrl } from './list-url.ts';

const DEFAULT_PER_PAGE = 20;

/** State of a list page, kept in its address. */
export interface ListState extends ListParams {
  /** Id of the row whose drawer is open. */
  readonly openId: string | null;
  setFilters(filters: Readonly<Record<string, unknown>>): void;
  setPage(page: number, perPage: number): void;
  setSort(sort: string | null): void;
  setOpen(id: string | null): void;
}

/** Reads and changes a list's filters, page, order and open row in the address, so that a link reproduces the view. */
export function useListState(fields: Fields, options: { sort?: string } = {}): ListState {
  const [query, setQuery] = useSearchParams();
  const params = useMemo(() => readListUrl(fields, query, DEFAULT_PER_PAGE), [fields, query]);
  const openId = query.get('open');
  const write = (next: ListParams, open: string | null = null) => {
    const changed = writeListUrl(next, DEFAULT_PER_PAGE);
    if (open) changed.set('open', open);
    // A list may be one of several on a page.
    const tab = query.get('tab');
    if (tab) changed.set('tab', tab);
    setQuery(changed, { replace: true });
  };
  const own: ListParams = { filters: params.filters, page: params.page, perPage: params.perPage, sort: params.sort };
  return {
    ...own,
    sort: own.sort ?? options.sort ?? null,
    openId,
    setFilters: (filters) => write({ ...own, filters, page: 1 }),
    setPage: (page, perPage) => write({ ...own, page, perPage }),
    setSort: (sort) => write({ ...own, sort, page: 1 }),
    setOpen: (id) => write(own, id),
  };
}
