import { choice, day, flag, instant, integer, list, money, optional, text } from '@boyun/kernel/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dayText } from '../format.ts';
import { type ListParams, listLink, nameAllTime, openedOn, readListUrl, writeListUrl } from './list-url.ts';
import { queryItems } from './query-bar.tsx';
import { presetNames, presetSpan } from './time-preset.ts';

// A day on which no two of the periods are the same: on the first of a month, "this month" is today.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T04:00:00Z') }));
afterAll(() => void vi.useRealTimers());

const label = { zh: '值', en: 'Value' };
const fields = {
  plate: text(label),
  state: choice(label, { open: label, closed: label }),
  color: choice(label, { 0: label, 6: label }),
  count: integer(label),
  amountFen: money(label),
  isPaid: flag(label),
  from: optional(instant(label)),
  to: optional(instant(label)),
  onDay: day(label),
  kinds: list(label, choice(label, { a: label, b: label })),
};

const full: ListParams = {
  filters: {
    plate: '粤B12345&x=1',
    state: 'closed',
    color: 6,
    count: 0,
    amountFen: 1250,
    isPaid: false,
    from: new Date('2026-11-01T00:00:00.000Z'),
    onDay: '2026-11-20',
    kinds: ['a', 'b'],
  },
  page: 3,
  perPage: 50,
  sort: '-amountFen',
};

describe('a period of days', () => {
  it.each(presetNames)('%s is kept by its name, and means the days it names when it is read', (preset) => {
    const filters = presetSpan(preset);
    const address = listLink('/list', filters);
    expect(address).toBe(`/list?from=${preset}&to=${preset}`);
    expect(readListUrl(fields, new URLSearchParams(address.split('?')[1]), 20).filters).toEqual(filters);
  });

  it.each(['month', 'today'] as const)('chosen as %s on the first of a month is kept by that name', (preset) => {
    vi.setSystemTime(new Date('2026-12-01T04:00:00Z'));
    const query = new URLSearchParams({ from: preset, to: preset });
    expect(presetSpan('month')).toEqual(presetSpan('today'));
    expect(writeListUrl(readListUrl(fields, query, 20), 20).toString()).toBe(query.toString());
    vi.setSystemTime(new Date('2026-11-25T04:00:00Z'));
  });

  it('begins and ends with its days', () => {
    const { from, to } = presetSpan('yesterday');
    expect(to.getTime() - from.getTime()).toBe(86_399_000);
    expect(presetSpan('today').from.getTime() - to.getTime()).toBe(1000);
  });

  it('that has one end, or others, is kept as it is', () => {
    const { from, to } = presetSpan('today');
    expect(listLink('/list', { from })).toBe(`/list?from=${encodeURIComponent(from.toISOString())}`);
    expect(listLink('/list', { from, to: new Date(to.getTime() + 1000) })).not.toContain('today');
  });
});

describe('the address of a list', () => {
  it('reproduces the whole state', () => {
    const address = writeListUrl(full, 20).toString();
    expect(readListUrl(fields, new URLSearchParams(address), 20)).toEqual(full);
  });

  it('says nothing of what is as by default', () => {
    const plain = { filters: { plate: '', state: null, kinds: [] }, page: 1, perPage: 20, sort: null };
    expect(writeListUrl(plain, 20).toString()).toBe('');
  });

  it('leaves out what is unknown or malformed', () => {
    const query = new URLSearchParams('state=nonsense&count=abc&from=never&ghost=1&page=-2&perPage=9999&sort=a;drop');
    expect(readListUrl(fields, query, 20)).toEqual({ filters: {}, page: 1, perPage: 20, sort: null });
  });

  it('is what a number links to', () => {
    expect(listLink('/orders', { state: 'open' })).toBe('/orders?state=open');
    expect(listLink('/orders', {})).toBe('/orders');
  });
});

it('two ends of a time range are one item of the query bar', () => {
  expect(queryItems(fields).map(({ key, endKey }) => [key, endKey])).toContainEqual(['from', 'to']);
  expect(queryItems(fields).some(({ key }) => key === 'to')).toBe(false);
});

describe('a list that opens on today', () => {
  const opened = (address: string) => {
    const query = new URLSearchParams(address);
    return openedOn('today', readListUrl(fields, query, 20), { fields, query }).filters;
  };

  it('shows today where its address asks for nothing, whatever page and order it names', () => {
    expect(opened('')).toEqual(presetSpan('today'));
    expect(opened('page=2&sort=-count&orderId=1')).toEqual(presetSpan('today'));
  });

  it('shows it in days where its filters are days', () => {
    const fields = { from: optional(day(label)), to: optional(day(label)) };
    const query = new URLSearchParams();
    const { filters } = openedOn('last7', readListUrl(fields, query, 20), { fields, query });
    expect(filters).toEqual({ from: dayText(presetSpan('last7').from), to: dayText(presetSpan('last7').to) });
    expect(writeListUrl({ filters, page: 1, perPage: 20, sort: null }, 20).toString()).toBe('from=last7&to=last7');
  });

  it('sets the first filters of a time that the list declares', () => {
    const fields = {
      presentFrom: optional(instant(label)),
      presentTo: optional(instant(label)),
      from: optional(instant(label)),
      to: optional(instant(label)),
    };
    const query = new URLSearchParams();
    const { filters } = openedOn('today', readListUrl(fields, query, 20), { fields, query });
    const { from, to } = presetSpan('today');
    expect(filters).toEqual({ presentFrom: from, presentTo: to });
    const address = writeListUrl({ filters, page: 1, perPage: 20, sort: null }, 20).toString();
    expect(address).toBe('presentFrom=today&presentTo=today');
  });

  it('searches all time for a plate, a state or an open row of a link', () => {
    expect(opened('plate=粤B12345')).toEqual({ plate: '粤B12345' });
    expect(opened('state=open')).toEqual({ state: 'open' });
    expect(opened('open=1')).toEqual({});
  });

  it('keeps a period that its address names, also beside other filters', () => {
    expect(opened('from=yesterday&to=yesterday')).toEqual(presetSpan('yesterday'));
    expect(opened('plate=粤B12345&from=today&to=today')).toEqual({ plate: '粤B12345', ...presetSpan('today') });
  });

  it('shows all time where the user asked for it', () => {
    const params = { filters: { plate: '' }, page: 1, perPage: 20, sort: null };
    const address = nameAllTime(params, writeListUrl(params, 20));
    expect(address.toString()).toBe('period=all');
    expect(opened(address.toString())).toEqual({});
    const filtered = { ...params, filters: { plate: '粤B12345' } };
    expect(nameAllTime(filtered, writeListUrl(filtered, 20)).has('period')).toBe(false);
  });
});
