import { integer, optional, text } from '@boyun/kernel/contract';
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

function card(more: { cells?: CellSlots<Row>; onOpen?: () => void } = {}): string {
  const markup = renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: queryClient },
      createElement(GridCards<Row>, {
        columns: columnsOf<Row>(fields, Object.keys(fields), { cells: more.cells ?? {}, language: 'en' }),
        rows: [row],
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
