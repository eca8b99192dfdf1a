import { choiceValues, type Field, type Fields } from '@boyun/kernel/contract';
import { presetEnd, presetFilters, presetOf, type TimePreset } from './time-preset.ts';

/** Filters, page and order of a list, as encoded in its address. */
export interface ListParams {
  readonly filters: Readonly<Record<string, unknown>>;
  readonly page: number;
  readonly perPage: number;
  readonly sort: string | null;
}

const RESERVED = new Set(['page', 'perPage', 'sort', 'open', 'view', 'period']);
/** The period of an address that is limited by nothing, of a list that opens on a period. */
const ALL_TIME = 'all';

/** Parses a list's state from the query of an address; malformed or unknown parts are ignored. */
export function readListUrl(fields: Fields, query: URLSearchParams, defaultPerPage: number): ListParams {
  const filters: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const text = query.get(key);
    if (text === null || text === '' || RESERVED.has(key)) continue;
    const value = readPreset(key, field, text) ?? readValue(field, text);
    if (value !== undefined) filters[key] = value;
  }
  const page = Number(query.get('page') ?? 1);
  const perPage = Number(query.get('perPage') ?? defaultPerPage);
  const sort = query.get('sort');
  return {
    filters,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    perPage: Number.isInteger(perPage) && perPage > 0 && perPage <= 200 ? perPage : defaultPerPage,
    sort: sort && /^-?[a-zA-Z]+$/.test(sort) ? sort : null,
  };
}

/** The end of a period by its name, such as `yesterday`. */
function readPreset(key: string, field: Field, text: string): unknown {
  if (field.kind !== 'instant' && field.kind !== 'day') return undefined;
  return presetEnd(text, /(^to|To)$/.test(key) ? 'to' : 'from', field.kind);
}

function readValue(field: Field, text: string): unknown {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
    case 'money': {
      const value = Number(text);
      return Number.isFinite(value) ? value : undefined;
    }
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'choice':
      return choiceValues(field.choices!).find((value) => String(value) === text);
    case 'instant': {
      const moment = new Date(text);
      return Number.isNaN(moment.getTime()) ? undefined : moment;
    }
    case 'list':
      return text
        .split(',')
        .map((one) => readValue(field.item!, one))
        .filter((one) => one !== undefined);
    case 'group':
    case 'json':
      return undefined;
    default:
      return text;
  }
}

/** Names the periods among filters, so that an address kept until tomorrow means tomorrow's. */
function withPresets(filters: ListParams['filters']): ListParams['filters'] {
  const named: Record<string, unknown> = { ...filters };
  for (const key of Object.keys(filters)) {
    const endKey = key.replace(/(^from|From)$/, (start) => (start === 'from' ? 'to' : 'To'));
    const preset = endKey === key ? null : presetOf(filters[key], filters[endKey]);
    if (preset) Object.assign(named, { [key]: preset, [endKey]: preset });
  }
  return named;
}

function writeValue(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.map(writeValue).join(',') : String(value);
}

/** The filters that limit a list: those with a value. */
function givenFilters({ filters }: ListParams): ListParams['filters'] {
  const isGiven = (value: unknown) =>
    value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => isGiven(value)));
}

/** Returns the query of an address that reproduces this state; defaults are left out. */
export function writeListUrl(params: ListParams, defaultPerPage: number): URLSearchParams {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(withPresets(givenFilters(params)))) query.set(key, writeValue(value));
  if (params.page !== 1) query.set('page', String(params.page));
  if (params.perPage !== defaultPerPage) query.set('perPage', String(params.perPage));
  if (params.sort) query.set('sort', params.sort);
  return query;
}

/**
 * Returns the state of a list that opens on a period. An address that asks for nothing means that period. One with a
 * filter, such as a plate, an order number or an open row, searches all time unless it names a period itself.
 */
export function openedOn(
  period: TimePreset,
  params: ListParams,
  { fields, query }: { readonly fields: Fields; readonly query: URLSearchParams },
): ListParams {
  const { compare: _, ...limits } = params.filters;
  const isAsked = Object.keys(limits).length > 0 || query.has('open') || query.get('period') === ALL_TIME;
  return isAsked ? params : { ...params, filters: { ...params.filters, ...presetFilters(period, fields) } };
}

/** Names all time in an address without filters, which would otherwise mean the period that the list opens on. */
export function nameAllTime(params: ListParams, query: URLSearchParams): URLSearchParams {
  const { compare: _, ...limits } = givenFilters(params);
  const isFiltered = Object.keys(limits).length > 0;
  if (!isFiltered) query.set('period', ALL_TIME);
  return query;
}

/** Returns the address of a page's list with these filters; every figure that counts something links to it. */
export function listLink(path: string, filters: Readonly<Record<string, unknown>>): string {
  const query = writeListUrl({ filters, page: 1, perPage: 20, sort: null }, 20).toString();
  // A page may have several lists: the tab is in its path.
  return query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
}
