import type { Fields } from '@boyun/kernel/contract';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useCommitted } from '../committed.ts';
import type { ListState } from './list-model.ts';
import { type ListParams, nameAllTime, openedOn, readListUrl, writeListUrl } from './list-url.ts';
import { useListViews } from './list-view.ts';
import type { TimePreset } from './time-preset.ts';

/** A window of which twenty rows fill less than half. */
const TALL_PX = 1500;
const DEFAULT_PER_PAGE = globalThis.innerHeight >= TALL_PX ? 50 : 20;
/** Words of the page around a list: which of its tabs is shown, and what its sums are compared with. */
const KEPT = ['tab', 'compare'];

/** Returns the words of one address with those of another set in it. */
function withWords(query: URLSearchParams, more: URLSearchParams): URLSearchParams {
  const all = new URLSearchParams(query);
  for (const [name, value] of more) all.set(name, value);
  return all;
}

/** Reads and changes a list's filters, page, order and open row in the address, so that a link reproduces the view. */
export function useListState(
  fields: Fields,
  options: { sort?: string; list?: string; opensOn?: TimePreset } = {},
): ListState {
  const [query, setQuery] = useSearchParams();
  const offer = useListViews();
  const { opensOn } = options;
  const viewId = offer && options.list ? query.get('view') : null;
  const view = offer?.views?.find((one) => one.id === viewId && one.list === options.list) ?? null;
  const isKnown = viewId === null || view !== null;
  const own = useMemo<ListParams>(() => {
    const params = readListUrl(fields, view ? new URLSearchParams(view.query) : query, DEFAULT_PER_PAGE);
    if (view) {
      // What rows are compared with is chosen beside the view.
      const { filters, page } = readListUrl(fields.compare ? { compare: fields.compare } : {}, query, DEFAULT_PER_PAGE);
      return { ...params, filters: { ...params.filters, ...filters }, page };
    }
    return opensOn && viewId === null ? openedOn(opensOn, params, { fields, query }) : params;
  }, [fields, query, view, viewId, opensOn]);
  const firstSort = options.sort ?? null;
  const isAsking = offer?.views === null;
  // A row may have been rendered with an older address: changes always start from the current one.
  const latest = useCommitted({ own, query, view, setQuery });
  // Referentially stable until the address changes, so that memoised children do not re-render.
  return useMemo(() => {
    const put = (changed: URLSearchParams) => {
      const { query: before, setQuery: change } = latest.current;
      for (const name of KEPT) {
        const word = before.get(name);
        if (word) changed.set(name, word);
      }
      if (changed.toString() === before.toString()) return false;
      change(changed, { replace: true });
      return true;
    };
    const address = (next: Partial<ListParams>) => {
      const params = { ...latest.current.own, ...next };
      const changed = writeListUrl(params, DEFAULT_PER_PAGE);
      return opensOn ? nameAllTime(params, changed) : changed;
    };
    const write = (next: Partial<ListParams>) => put(address(next));
    const withWord = (name: string, value: string | null, before = latest.current.query) => {
      const changed = new URLSearchParams(before);
      if (value === null) changed.delete(name);
      else changed.set(name, value);
      put(changed);
    };
    return {
      ...own,
      sort: own.sort ?? firstSort,
      openId: query.get('open'),
      view,
      isWaiting: !isKnown && isAsking,
      isViewMissing: !isKnown && !isAsking,
      query: writeListUrl({ ...own, page: 1 }, DEFAULT_PER_PAGE).toString(),
      setFilters: (filters) => write({ filters, page: 1 }),
      setPage: (page, perPage) => {
        const now = latest.current;
        if (now.view && perPage === now.own.perPage) withWord('page', page === 1 ? null : String(page));
        else write({ page, perPage });
      },
      setSort: (sort) => write({ sort, page: 1 }),
      setOpen: (id) => {
        // An address with an open row means all time: it names the period that the list opened on.
        const isBare = opensOn && id !== null && !latest.current.view && latest.current.query.get('open') === null;
        withWord('open', id, isBare ? withWords(latest.current.query, address({})) : latest.current.query);
      },
      setView: (id) => put(new URLSearchParams({ view: id })),
      leaveView: () => write({}),
    };
  }, [own, query, view, isKnown, isAsking, firstSort, opensOn, latest]);
}
