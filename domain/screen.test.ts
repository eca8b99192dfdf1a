import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeGbk } from './gbk.ts';
import { answerOf, screenFrames } from './screen-frame.ts';
import { brightnessAt, fillTemplate, situationOf, unknownValues } from './screen-text.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();
const bytes = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

describe('frames', () => {
  test('of 64FF cards are those of the makers documents', () => {
    const frames = screenFrames('card-64ff', { lines: ['欢迎光临请入场停车'], voice: '欢迎光临', brightness: 80 });
    expect(frames.slice(1).map(hex)).toEqual([
      '0064FFFF6225001501000215010300FF0000000000000012 00BBB6D3ADB9E2C1D9C7EBC8EBB3A1CDA3B3B5F4F5'.replace(' ', ''),
      '0064FFFF300901BBB6D3ADB9E2C1D93258',
    ]);
    expect(hex(frames[0]!)).toMatch(/^0064FFFF0C0150[0-9A-F]{4}$/);
  });

  test('of AA55 cards have the check sum of the sample in the document of Huaxia', () => {
    // Another number and command, the same rule: what the document shows is taken as an answer, one changed bit is not.
    expect(answerOf('card-aa55', bytes('AA55016400260009010002004343434343C5F0AF'))).toBe(true);
    expect(answerOf('card-aa55', bytes('AA551F6400220009D4C1423132333435012AA6AF'))).toBe(true);
    expect(answerOf('card-aa55', bytes('AA55016400260009010002004343434342C5F0AF'))).toBe(null);
    const [line, voice] = screenFrames('card-aa55', { lines: ['满'], voice: '满' });
    expect(hex(line!)).toMatch(/^AA5501640027000601000100C2FA[0-9A-F]{4}AF$/);
    expect(answerOf('card-aa55', line!)).toBe(true);
    expect(answerOf('card-aa55', voice!)).toBe(true);
  });

  test('an answer of a 64FF card is found in the bytes and says whether it was done', () => {
    const done = bytes('0064FFFF620100');
    const crc = (data: Uint8Array) => {
      let sum = 0xffff;
      for (const byte of data) {
        sum ^= byte;
        for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >> 1) ^ 0xa001 : sum >> 1;
      }
      return [sum & 0xff, sum >> 8];
    };
    expect(answerOf('card-64ff', Uint8Array.from([7, 7, ...done, ...crc(done)]))).toBe(true);
    const refused = bytes('0064FFFF620105');
    expect(answerOf('card-64ff', Uint8Array.from([...refused, ...crc(refused)]))).toBe(false);
    expect(answerOf('card-64ff', done)).toBe(null);
  });

  test('never exceed what their length can say, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 6 }), (lines) => {
        for (const format of ['card-64ff', 'card-aa55'] as const)
          for (const frame of screenFrames(format, { lines, voice: lines[0] ?? null })) {
            expect(frame.length).toBeLessThan(256);
            if (format === 'card-aa55') expect(answerOf(format, frame)).toBe(true);
          }
      }),
    );
    expect(hex(encodeGbk('粤B12345'))).toBe('D4C1423132333435');
    expect(encodeGbk('粤粤', 3)).toHaveLength(2);
  });
});

test.each([
  ['entry', 'open', 'temporary', 0, false, 'welcome'],
  ['entry', 'open', 'pack', 0, false, 'welcome-pack'],
  ['entry', 'refuse', 'black', 0, false, 'no-entry'],
  ['entry', 'hold', 'temporary', 0, true, 'full'],
  ['entry', 'hold', 'arrears', 0, false, 'wait'],
  ['exit', 'hold', 'temporary', 500, false, 'fee-due'],
  ['exit', 'hold', 'temporary', 0, false, 'wait'],
  ['exit', 'open', 'temporary', 0, false, 'goodbye'],
  ['exit', 'record', 'temporary', 0, false, null],
] as const)('%s %s %s %d %s is %s', (direction, decision, standing, dueFen, isFull, situation) => {
  expect(situationOf({ direction, decision, standing, dueFen, isFull })).toBe(situation);
});

test('a template is filled, and a line that says nothing is left out', () => {
  expect(fillTemplate('{plate}\n月卡剩余{days}天\n欢迎光临', { plate: '粤B12345', days: '12' })).toEqual([
    '粤B12345',
    '月卡剩余12天',
    '欢迎光临',
  ]);
  expect(fillTemplate('{plate}\n月卡剩余{days}天', { plate: '粤B12345' })).toEqual(['粤B12345']);
  expect(unknownValues('{plate} {colour}')).toEqual(['colour']);
});

test.each([
  ['06:00=80 18:00=40', '05:59', 40],
  ['06:00=80 18:00=40', '06:00', 80],
  ['18:00=40 06:00=80', '23:00', 40],
  [null, '12:00', null],
] as const)('the brightness of %s at %s is %s', (plan, at, percent) => {
  expect(brightnessAt(plan, at)).toBe(percent);
});
