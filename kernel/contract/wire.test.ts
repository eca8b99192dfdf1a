import { expect, test } from 'vitest';
import { clock, group, list, money, optional, text } from './field.ts';
import { decode } from './wire.ts';

const label = { zh: '金额', en: 'Amount' };
const fields = {
  amountFen: optional(money(label)),
  remark: optional(text({ zh: '备注', en: 'Remark' })),
  prices: list({ zh: '价格', en: 'Prices' }, group({ zh: '价格', en: 'Price' }, { priceFen: money(label) })),
};
const read = (raw: object) => decode(fields, raw, { zone: 'UTC' });

test('an amount is read only under its wire name', () => {
  expect(read({ Amount: '500' })).toMatchObject({ ok: true, values: { amountFen: 50_000 } });
  for (const raw of [
    { amountFen: 500 },
    { Amount: '1.00', amountFen: 500 },
    { Prices: [{ priceFen: '3' }] },
    { prices: [] },
  ])
    expect(read(raw).ok).toBe(false);
  const refused = read({ amountFen: 500 });
  expect(refused.ok || refused.issues).toEqual([
    { path: 'amountFen', zh: '金额请以 Amount 传入，单位为元', en: 'Amount is sent as Amount, in yuan' },
  ]);
});

test('other names in code are unknown and ignored', () => {
  expect(read({ remark: 'x' })).toMatchObject({ ok: true, values: { remark: null } });
  expect(read({ Remark: 'x' })).toMatchObject({ ok: true, values: { remark: 'x' } });
});

test('a time of day is read in any notation; only an end may be 24:00', () => {
  const times = { from: clock(label), to: clock(label, { isEnd: true }) };
  const of = (From: string, To: string) => decode(times, { From, To }, { zone: 'UTC' });
  expect(of('8:00', '24:00')).toMatchObject({ ok: true, values: { from: '08:00', to: '24:00' } });
  expect(of('24:00', '8').ok).toBe(false);
  expect(of('8点', '9').ok).toBe(false);
});
