import { describe, expect, test } from 'vitest';
import { type DeskThing, deskQueue, SAME_CAR_MS } from './desk-queue.ts';

const thing = (name: string, kind: DeskThing['kind'], at: number, more: Partial<DeskThing> = {}) => ({
  name,
  kind,
  at,
  laneId: 'lane',
  plate: null,
  passingId: null,
  ...more,
});
const names = (things: readonly ReturnType<typeof thing>[]) =>
  deskQueue(things).map((card) => card.map((one) => one.name).join('+'));

describe('the queue of the duty desk', () => {
  test('waiting people come before alarms, each part oldest first', () => {
    expect(
      names([
        thing('alarm', 'alarm', 1, { laneId: 'a', plate: '粤B00001' }),
        thing('later', 'waiting', 30, { laneId: 'b', plate: '粤B00002', passingId: 'p2' }),
        thing('call', 'call', 20, { laneId: 'c' }),
        thing('sooner', 'waiting', 10, { laneId: 'd', plate: '粤B00003', passingId: 'p3' }),
      ]),
    ).toEqual(['sooner', 'call', 'later', 'alarm']);
  });

  test('the call and the alarms of a waiting car are one card with it', () => {
    expect(
      names([
        thing('alarm', 'alarm', 5, { passingId: 'p1', plate: '粤B00001' }),
        thing('call', 'call', 9),
        thing('waiting', 'waiting', 6, { passingId: 'p1', plate: '粤B00001' }),
      ]),
    ).toEqual(['waiting+call+alarm']);
  });

  test('alarms of a plate at a lane are one card if they are close in time', () => {
    const car = { plate: '粤B00001' };
    expect(
      names([
        thing('first', 'alarm', 0, car),
        thing('second', 'alarm', SAME_CAR_MS, car),
        thing('late', 'alarm', SAME_CAR_MS * 2 + 1, car),
        thing('elsewhere', 'alarm', 2, { ...car, laneId: 'other' }),
        thing('other car', 'alarm', 3, { plate: '粤B00002' }),
      ]),
    ).toEqual(['first+second', 'elsewhere', 'other car', 'late']);
  });

  test('two alarms without a plate or passing are two cards', () => {
    expect(names([thing('one', 'alarm', 0), thing('two', 'alarm', 1)])).toEqual(['one', 'two']);
  });
});
