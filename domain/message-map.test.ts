import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isTimePattern,
  leavesOf,
  MESSAGE_PATH,
  type MessageMap,
  readMapped,
  suggestMap,
  valueAt,
} from './message-map.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const ZONE = 'Asia/Shanghai';
const message = {
  event: { id: 'e-9', items: [{ plateNo: '粤B12345', plateColor: '蓝色', score: 0.93 }] },
  device: { sn: 'GX-1', direction: 'in' },
  captureTime: '2026-03-01 08:00:00',
  image: `data:image/jpeg;base64,${'A'.repeat(64)}`,
};
const suggested = suggestMap(message);

test('a map is suggested from names and values, and reads the message it came from', () => {
  expect(suggested).toMatchObject({
    plate: 'event.items[0].plateNo',
    time: 'captureTime',
    timeFormat: 'iso',
    confidence: 'event.items[0].score',
    confidenceScale: 'fraction',
    direction: 'device.direction',
    entryWord: 'in',
    deviceId: 'device.sn',
    eventId: 'event.id',
  });
  expect(readMapped(suggested, message, ZONE)).toMatchObject({
    plate: '粤B12345',
    at: new Date('2026-03-01T00:00:00Z'),
    confidence: 93,
    color: '蓝色',
    direction: 'entry',
    picture: { kind: 'base64' },
    deviceId: 'GX-1',
    wrong: [],
  });
});

test('names that nobody knows are no hindrance: a plate, a time and a picture are told by their values', () => {
  const odd = { x: '粤B12345', y: '2026-03-01 08:00:00', z: `data:image/png;base64,${'A'.repeat(64)}` };
  expect(suggestMap(odd)).toMatchObject({ plate: 'x', time: 'y', picture: 'z' });
});

test.each<[string, Partial<MessageMap>, unknown, string | null]>([
  ['seconds', { timeFormat: 'seconds' }, 1_772_323_200, '2026-03-01T00:00:00.000Z'],
  ['milliseconds', { timeFormat: 'milliseconds' }, '1772323200500', '2026-03-01T00:00:00.500Z'],
  ['an offset', {}, '2026-03-01T08:00:00.25+0800', '2026-03-01T00:00:00.250Z'],
  ['microseconds of UTC', {}, '2026-03-01 00:00:00.123456Z', '2026-03-01T00:00:00.123Z'],
  ['the clock of the lot', {}, '2026-03-01 08:00:00', '2026-03-01T00:00:00.000Z'],
  ['the clock of another zone', { timeZone: 'UTC' }, '2026-03-01 08:00:00', '2026-03-01T08:00:00.000Z'],
  [
    'a notation',
    { timeFormat: 'pattern', timePattern: 'yyyyMMddHHmmss' },
    '20260301080000',
    '2026-03-01T00:00:00.000Z',
  ],
  [
    'days first',
    { timeFormat: 'pattern', timePattern: 'dd/MM/yyyy HH:mm' },
    '01/03/2026 08:00',
    '2026-03-01T00:00:00.000Z',
  ],
  ['no time', {}, 'yesterday', null],
  ['a day that is none', {}, '2026-02-31 08:00:00Z0', null],
])('reads %s', (_name, given, time, at) => {
  const read = readMapped({ ...suggested, ...given, time: 't' }, { ...message, t: time }, ZONE);
  expect(read.at?.toISOString() ?? null).toBe(at);
  expect(read.wrong.includes('time')).toBe(at === null);
});

test('an empty plate is a car without one; a path that leads nowhere is named', () => {
  expect(readMapped({ ...suggested, plate: 'p' }, { p: '' }, ZONE)).toMatchObject({ plate: null });
  expect(readMapped({ ...suggested, plate: 'p' }, { p: '' }, ZONE).wrong).not.toContain('plate');
  expect(readMapped({ ...suggested, plate: 'q' }, { p: '' }, ZONE).wrong).toContain('plate');
  expect(readMapped({ ...suggested, direction: 'd', entryWord: '进' }, { d: '出' }, ZONE).direction).toBe('exit');
});

test('every leaf of any message is found at its path, whatever its keys', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (any) => {
      for (const { path, value } of leavesOf(any)) {
        expect(path).toMatch(MESSAGE_PATH);
        expect(valueAt(any, path)).toBe(value);
      }
      expect(readMapped(suggestMap(any), any, ZONE)).toHaveProperty('wrong');
    }),
  );
});

test.each([
  ['a..b', false],
  ['a[x]', false],
  ['a.b[0].c', true],
  ['__proto__', true],
])('%s is a path: %s', (path, is) => expect(MESSAGE_PATH.test(path)).toBe(is));

test('keys that objects inherit are no values', () => expect(valueAt({}, 'constructor.name')).toBeUndefined());

test('a notation names each part once', () => {
  expect(isTimePattern('yyyy-MM-dd HH:mm:ss')).toBe(true);
  expect(isTimePattern('HH:mm')).toBe(false);
  expect(isTimePattern('yyyy-MM-dd HH:mm:ss ss')).toBe(false);
});
