import { choice, type Fields, integer, money, optional, text } from '@boyun/kernel/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { queryClient } from '../query.ts';
import { GridCards } from './grid-card.tsx';
import { type CellSlots, columnsOf } from './grid-column.tsx';
import { plainSetting } from './grid-setting.ts';

const fields = {
  name: text({ zh: '名称', en: 'Name' }),
  note: optional(text({ zh: '备注', en: 'Note' })),
  owner: optional(text({ zh: '使用人', en: 'Owner' })),
  floor: optional(text({ zh: '楼层', en: 'Floor' }), { zh: '不限', en: 'Any' }),
  count: integer({ zh: '数量', en: 'Count' }),
  place: text({ zh: '位置', en: 'Place' }),
  key: text({ zh: '钥匙', en: 'Key' }),
};
const row = { id: '1', name: 'A1', note: null, owner: '', floor: null, count: 0, place: 'B1', key: 'K7' };
type Row = typeof row;

function card(more: { cells?: CellSlots<Row>; onOpen?: () => void; fields?: Fields; row?: object } = {}): string {
  const all = more.fields ?? fields;
  const markup = renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: queryClient },
      createElement(GridCards<Row>, {
        columns: columnsOf<Row>(all, Object.keys(all), { cells: more.cells ?? {}, language: 'en' }),
        rows: [{ ...row, ...more.row }],
        setting: plainSetting,
        onSetting: () => undefined,
        onOpen: more.onOpen,
        empty: null,
        label: 'cards',
      }),
    ),
  );
  return markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

it('shows the first four facts that have a value, and the way to the others', () => {
  const words = { onOpen: () => undefined };
  expect(card(words)).toBe('A1 Details Floor Any Count 0 Place B1 Key K7');
  expect(card()).toBe('A1 Floor Any Count 0 Place B1 Key K7');
});

it('leaves out cells that draw nothing, and offers the facts beyond four where rows do not open', () => {
  const cells: CellSlots<Row> = {
    place: () => createElement('span', { className: 'by-faint' }, '—'),
    note: { field: undefined, cell: () => 'seen' },
    owner: { field: undefined, cell: () => 'Li' },
  };
  expect(card({ cells })).toBe('A1 More Note seen Owner Li Floor Any Count 0');
});

it('has an amount and the state among the four', () => {
  const state = choice({ zh: '状态', en: 'State' }, { paid: { zh: '已付', en: 'Paid' } });
  const amountFen = money({ zh: '金额', en: 'Amount' });
  const all = { ...fields, feeFen: money({ zh: '手续费', en: 'Fee' }), state };
  const paid = { feeFen: 60, amountFen: 1000, state: 'paid', note: 'n', owner: 'Li' };
  expect(card({ fields: { ...fields, amountFen, ...all }, row: paid })).toBe(
    'A1 More Note n Owner Li Amount 10.00 State Paid',
  );
});
