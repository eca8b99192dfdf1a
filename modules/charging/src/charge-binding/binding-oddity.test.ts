import { describe, expect, test } from 'vitest';
import { type Binding, type Conflict, odditiesOf } from './binding-oddity.view.ts';

const binding = (id: string, more: Partial<Binding>) =>
  ({ id, chargeRuleName: `rule ${id}`, lotId: null, areaName: null, ...more }) as Binding;
const conflict = (bindingId: string, kind: Conflict['kind'], lotId: string | null) =>
  ({ bindingId, kind, lotId, otherId: null, zh: `${bindingId}在${lotId}`, en: `${bindingId} in ${lotId}` }) as Conflict;

describe('odditiesOf', () => {
  test('overrides of a wide binding in several lots are merged into one line after the problems', () => {
    const bindings = [binding('all', {}), binding('north', { areaName: 'North' }), binding('one', { lotId: 'a' })];
    const found = odditiesOf(
      [
        conflict('all', 'shadowed', 'a'),
        conflict('all', 'partly-shadowed', 'a'),
        conflict('all', 'shadowed', 'b'),
        conflict('north', 'shadowed', 'a'),
        conflict('one', 'shadowed', 'a'),
      ],
      bindings,
    );
    expect(found.map(({ key, word, sentence }) => [key, word.tone, sentence.en])).toEqual([
      ['one', 'bad', 'one in a'],
      ['all', 'info', '"rule all" (all lots): 2 lots use more specific bindings'],
      ['north', 'info', '"rule north" (area "North"): 1 lot uses more specific bindings'],
    ]);
  });

  test('problems of a wide binding itself are not merged', () => {
    const found = odditiesOf([conflict('all', 'no-version', null)], [binding('all', {})]);
    expect(found.map(({ key, word }) => [key, word.tone])).toEqual([['all', 'bad']]);
  });
});
