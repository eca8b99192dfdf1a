import { expect, test } from 'vitest';
import { decideStanding, type ListEntry, type StandingFacts } from './standing.ts';

const NOON = Date.parse('2026-03-04T04:00:00Z'); // 12:00 in Shanghai

const words = {
  black: { zh: '黑名单', en: 'Black list' },
  white: { zh: '白名单', en: 'White list' },
  vip: { zh: 'VIP车', en: 'VIP' },
  unit: { zh: '单位车', en: 'Unit vehicle' },
  fixed: { zh: '固定车', en: 'Fixed vehicle' },
  pack: { zh: '月卡车', en: 'Monthly pack' },
  free: { zh: '免费车', en: 'Free vehicle' },
  visitor: { zh: '访客车', en: 'Visitor' },
  appointment: { zh: '预约车', en: 'Appointment' },
};
const all = Object.keys(words) as (keyof typeof words)[];
const entry = (kind: keyof typeof words, more: Partial<ListEntry> = {}): ListEntry => ({
  kind: { name: kind, words: words[kind], rank: all.indexOf(kind) * 10 },
  id: kind,
  action: kind === 'black' ? 'deny' : null,
  text: '',
  hours: null,
  vehicleKinds: [],
  places: null,
  taken: 0,
  timesPerDay: null,
  usedToday: 0,
  ...more,
});
const decide = (entries: ListEntry[], more: Partial<StandingFacts> = {}) =>
  decideStanding({ atMs: NOON, zone: 'Asia/Shanghai', vehicleKind: 'small', arrears: null, entries, ...more });

// Between the black list and the others.
const owing = { owedFen: 10_001, limitFen: 10_000, rank: 5 };
const night = { from: '20:00', to: '08:00' };
const day = { from: '08:00', to: '20:00' };

test.each<[what: string, entries: ListEntry[], more: Partial<StandingFacts>, standing: string, entry: string | null]>([
  ['no list: temporary', [], {}, 'temporary', null],
  ['all lists: black', all.map((kind) => entry(kind)), { arrears: owing }, 'black', 'black'],
  ['arrears come before white', all.slice(1).map((kind) => entry(kind)), { arrears: owing }, 'arrears', null],
  [
    'arrears at the limit stop nobody',
    [entry('white')],
    { arrears: { owedFen: 1, limitFen: 1, rank: 5 } },
    'white',
    'white',
  ],
  ...all.slice(1).map((kind, at): [string, ListEntry[], object, string, string] => [
    `${kind} comes before those after it`,
    all
      .slice(at + 1)
      .map((one) => entry(one))
      .reverse(),
    {},
    kind,
    kind,
  ]),
  ['a quota with room', [entry('unit', { places: 2, taken: 1 })], {}, 'unit', 'unit'],
  ['a quota used up, and a pack', [entry('unit', { places: 2, taken: 2 }), entry('pack')], {}, 'pack', 'pack'],
  ['a spot that is taken: the extra car pays', [entry('fixed', { places: 1, taken: 1 })], {}, 'temporary', null],
  ['a spot that is free', [entry('fixed', { places: 1 })], {}, 'fixed', 'fixed'],
  ['the second car of a pack pays', [entry('pack', { places: 1, taken: 1 })], {}, 'temporary', null],
  ['the second of two cars of a pack', [entry('pack', { places: 2, taken: 1 })], {}, 'pack', 'pack'],
  ['a day pack at noon', [entry('pack', { hours: day })], {}, 'pack', 'pack'],
  ['a night pack at noon covers later', [entry('pack', { hours: night })], {}, 'temporary', 'pack'],
  [
    'two packs: the one that holds now',
    [entry('pack', { hours: night, id: 'n' }), entry('pack', { hours: day, id: 'd' })],
    {},
    'pack',
    'd',
  ],
  ['a pack for other vehicles', [entry('pack', { vehicleKinds: ['large'] })], {}, 'temporary', null],
  ['a pack for this vehicle', [entry('pack', { vehicleKinds: ['small', 'large'] })], {}, 'pack', 'pack'],
  [
    'a pack for some vehicles, kind unknown',
    [entry('pack', { vehicleKinds: ['small'] })],
    { vehicleKind: null },
    'temporary',
    null,
  ],
  ['free twice a day, once used', [entry('free', { timesPerDay: 2, usedToday: 1 })], {}, 'free', 'free'],
  ['free twice a day, used up', [entry('free', { timesPerDay: 2, usedToday: 2 })], {}, 'temporary', null],
  ['free at night only, at noon', [entry('free', { hours: night }), entry('visitor')], {}, 'visitor', 'visitor'],
])('%s', (_, entries, more, standing, id) => {
  const decision = decide(entries, more);
  expect([decision.standing, decision.entry?.id ?? null]).toEqual([standing, id]);
});

test.each<[what: string, entries: ListEntry[], zh: string, en: string]>([
  ['a reason is said', [entry('black', { text: '冲卡' })], '黑名单：冲卡', 'Black list: 冲卡'],
  ['a plain one is said', [entry('white')], '白名单', 'White list'],
  [
    'what does not help is said too',
    [entry('fixed', { text: 'A01', places: 1, taken: 1 })],
    '临时车（固定车：A01已有车辆在场）',
    'Temporary car (Fixed vehicle: A01 is occupied by another car)',
  ],
  [
    'also where another list helps',
    [entry('pack', { text: '夜间卡', hours: night }), entry('free')],
    '免费车（月卡车：夜间卡不在时段内）',
    'Free vehicle (Monthly pack: 夜间卡 is outside its hours)',
  ],
])('%s', (_, entries, zh, en) => {
  expect(decide(entries).words).toEqual({ zh, en });
});

test('what is owed is said', () => {
  expect(decide([], { arrears: owing }).words).toEqual({
    zh: '欠费100.01元，超过限额',
    en: 'Owes 100.01, above the limit',
  });
});
