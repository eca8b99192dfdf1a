import { expect, test } from 'vitest';
import { choice, text } from '../contract/field.ts';
import { wireOfCell } from './sheet-reader.ts';

const label = { zh: '车型', en: 'Kind' };
const labels = { large: { zh: '大型车', en: 'Large vehicle' } };

test.each([
  ['大型车', 'large'],
  ['large VEHICLE', 'large'],
  ['large', 'large'],
  ['叉车', '叉车'],
])('the cell %s means %s', (cell, value) => {
  expect(wireOfCell(choice(label, labels), cell)).toBe(value);
  expect(wireOfCell(text(label, { labels }), cell)).toBe(value);
});
