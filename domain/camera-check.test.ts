import { expect, test } from 'vitest';
import { type CheckedCar, type CheckName, checkCamera } from './camera-check.ts';

const receivedAt = new Date('2026-03-01T08:00:00Z');
const car = (given: Partial<CheckedCar> & { ahead?: number } = {}): CheckedCar => ({
  plate: '粤B12345',
  at: new Date(receivedAt.getTime() + (given.ahead ?? 0) * 1000),
  receivedAt,
  isKept: false,
  confidence: 95,
  hasPicture: true,
  direction: null,
  insideOf: null,
  ...given,
});
const find = (name: CheckName, cars: CheckedCar[], direction: 'entry' | 'exit' = 'entry') =>
  checkCamera({ direction }, cars).find((one) => one.name === name)!;

test('nothing is wrong with a good car, and nothing is said before one came', () => {
  expect(checkCamera({ direction: 'entry' }, [car()]).map((one) => one.state)).toEqual(Array(6).fill('good'));
  expect(checkCamera({ direction: 'exit' }, []).map((one) => one.state)).toEqual(Array(6).fill('wait'));
});

test.each<[string, CheckName, CheckedCar[], string, RegExp]>([
  ['no plate', 'plate', [car({ plate: null })], 'bad', /没有读到车牌/],
  ['a missed plate', 'plate', [car({ plate: null }), car()], 'warn', /2辆车只读到1块/],
  ['a slow clock', 'clock', [car({ ahead: -600 })], 'bad', /慢10分钟/],
  ['a fast clock', 'clock', [car({ ahead: 95 })], 'bad', /快95秒/],
  ['another time zone', 'clock', [car({ ahead: -8 * 3600 + 20 })], 'bad', /慢8小时：时区/],
  ['a late message among good ones', 'clock', [car({ ahead: -300 }), car(), car()], 'good', /时钟准确/],
  ['a kept record', 'clock', [car({ ahead: -9000, isKept: true })], 'wait', /等待/],
  ['the wrong direction', 'direction', [car({ direction: 'exit' })], 'bad', /设备却报出场/],
  ['the right direction', 'direction', [car({ direction: 'entry' })], 'good', /一致/],
  ['a car of another lot', 'lot', [car({ insideOf: 'B' }), car(), car()], 'warn', /“B”/],
  ['cars of another lot', 'lot', [car({ insideOf: 'B' }), car({ insideOf: 'B' })], 'bad', /装在那个车场/],
  ['no picture', 'picture', [car({ hasPicture: false })], 'bad', /没有图片/],
  ['low confidence', 'confidence', [car({ confidence: 70 })], 'warn', /70/],
  ['very low confidence', 'confidence', [car({ confidence: 40 })], 'bad', /40/],
])('%s', (_name, name, cars, state, words) => {
  const finding = find(name, cars);
  expect(finding.state).toBe(state);
  expect(finding.zh).toMatch(words);
  expect(finding.en).not.toMatch(/\p{Script=Han}(?<![粤B])/u);
});
