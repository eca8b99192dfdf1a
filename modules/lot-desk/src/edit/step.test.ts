import { describe, expect, test } from 'vitest';
import { type Ground, type StepKey, stateOf, stepsOf } from './step.view.ts';

type Node = readonly [id: string, parentId: string | null, kind: Ground['nodes'][number]['kind'], state?: string];

const EMPTY = { kind: 'closed', state: 'open', longitude: null };

const tariffsOf = (count: number, draftCount: number) =>
  Array.from({ length: count + draftCount }, (_, place) => ({ versionNumber: place < count ? 1 : null }));

/** A lot `L` with the given parts. */
function groundOf(
  nodes: readonly Node[],
  more: { row?: object; spots?: number; tariffs?: number; drafts?: number; channels?: number | null } = {},
): Ground {
  return {
    row: { id: 'L', ...EMPTY, ...more.row },
    profile: { spots: [{ entered: more.spots ?? 0 }], tariffs: tariffsOf(more.tariffs ?? 0, more.drafts ?? 0) },
    nodes: nodes.map(([id, parentId, kind, state]) => ({ id, parentId, kind, state })),
    channelCount: more.channels === undefined ? 0 : more.channels,
  } as unknown as Ground;
}

const GATE: Node = ['G', 'L', 'gate'];
const IN: Node = ['I', 'G', 'lane', 'entry'];
const OUT: Node = ['O', 'G', 'lane', 'exit'];

describe('a step is done', () => {
  test.each<[string, StepKey, Ground, boolean, string | null]>([
    ['once there is a point', 'point', groundOf([], { row: { longitude: 113.9 } }), true, null],
    ['not without one', 'point', groundOf([]), false, '未设置'],
    ['with spots in the open', 'garages', groundOf([], { spots: 3 }), true, '已录入3个车位'],
    ['with a garage that has no spots yet', 'garages', groundOf([['B', 'L', 'garage']]), true, '已录入0个车位'],
    ['not with a gate of an inner lot alone', 'gates', groundOf([['G', 'X', 'gate']]), false, '0个'],
    ['with a lane in and a lane out', 'lanes', groundOf([GATE, IN, OUT]), true, '2条'],
    ['not with ways in alone', 'lanes', groundOf([GATE, IN]), false, '1条'],
    [
      'with a camera on each lane that has reported',
      'devices',
      groundOf([GATE, IN, OUT, ['1', 'I', 'camera', 'online'], ['2', 'O', 'camera', 'offline']]),
      true,
      '2台相机',
    ],
    [
      'not with a camera that never reported',
      'devices',
      groundOf([GATE, IN, OUT, ['1', 'I', 'camera', 'online'], ['2', 'O', 'camera', 'never']]),
      false,
      '2台相机',
    ],
    ['not by itself', 'rules', groundOf([]), false, '可选'],
    ['not by a rule that is not published', 'tariff', groundOf([], { drafts: 1 }), false, '未发布'],
    ['not with a lane without a camera', 'devices', groundOf([GATE, IN, OUT, ['1', 'I', 'camera']]), false, '1台相机'],
    ['with a tariff in force', 'tariff', groundOf([], { tariffs: 2 }), true, '2条生效'],
    ['with a payment channel', 'payment', groundOf([], { channels: 1 }), true, '1个渠道'],
    ['not while there is cash alone', 'payment', groundOf([]), false, '仅现金'],
    ['not where the channels may not be seen', 'payment', groundOf([], { channels: null }), false, null],
    ['not while nothing is charged', 'tariff', groundOf([]), false, '不收费'],
  ])('%s: %s', (_, key, ground, isDone, word) => {
    const state = stateOf(key, ground);
    expect([state.isDone, state.word?.zh ?? null]).toEqual([isDone, word]);
  });
});

test('a roadside lot has no steps for gates, lanes and devices', () => {
  const steps = stepsOf({ ...EMPTY, kind: 'roadside' } as Ground['row']);
  expect(steps).toEqual(['profile', 'point', 'garages', 'tariff', 'payment', 'rules']);
});
