import { expect, test } from 'vitest';
import { cameraPreset, gatePreset, lanePreset } from './preset.view.ts';

const one = (id: string, direction: string) => ({ id, name: `N${id}`, direction });

test('a gate goes both ways until only one way is missing', () => {
  expect(gatePreset([])).toEqual({ direction: 'both' });
  expect(gatePreset([one('a', 'entry')])).toEqual({ direction: 'exit' });
  expect(gatePreset([one('a', 'exit')])).toEqual({ direction: 'entry' });
  expect(gatePreset([one('a', 'both')])).toEqual({ direction: 'both' });
});

test('a lane belongs to the only gate, first in, then out', () => {
  const gates = [one('g', 'both')];
  expect(lanePreset(gates, [])).toEqual({ gateId: 'g', gateName: 'Ng', direction: 'entry' });
  expect(lanePreset(gates, [one('l', 'entry')])).toEqual({ gateId: 'g', gateName: 'Ng', direction: 'exit' });
  expect(lanePreset([one('g', 'exit')], [])).toEqual({ gateId: 'g', gateName: 'Ng', direction: 'exit' });
  expect(lanePreset([...gates, one('h', 'exit')], [])).toEqual({ direction: 'entry' });
});

test('a camera belongs to the only lane without one', () => {
  const lanes = [one('a', 'entry'), one('b', 'exit')];
  expect(cameraPreset(lanes, [])).toEqual({});
  expect(cameraPreset(lanes, [{ laneId: 'a' }])).toEqual({ laneId: 'b', laneName: 'Nb' });
});
