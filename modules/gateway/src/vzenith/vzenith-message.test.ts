import { now } from '@boyun/test-server/time';
import { expect, test } from 'vitest';
import { readPlatePush } from './vzenith-message.service.ts';

const SERIAL = 'a1b2c3d4-00000001';
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9]);

const platePush = ({ result = {} }: { result?: object } = {}) => ({
  AlarmInfoPlate: {
    result: {
      PlateResult: {
        colorType: 1,
        confidence: 97,
        isoffline: 0,
        license: '川A12345',
        plateid: 71,
        timeStamp: { Timeval: { sec: 1_770_000_000, usec: 250_000 } },
        ...result,
      },
    },
    serialno: SERIAL,
  },
});

test('a passing is read from the message', () => {
  const result = { imageFile: JPEG.toString('base64') };
  const { message, serialNo, plateId } = readPlatePush(platePush({ result }), new Date(1_770_000_001_000));
  expect([serialNo, plateId]).toEqual([SERIAL, 71]);
  const { picture, plateBox, ...rest } = message;
  expect(plateBox).toBeNull();
  expect(rest).toEqual({
    eventKey: '71:1770000000.250000',
    plate: '川A12345',
    plateColor: 1,
    confidence: 97,
    vehicleKind: null,
    happenedAt: new Date(1_770_000_000_250),
    isOffline: false,
  });
  expect(Buffer.from(picture!)).toEqual(JPEG);
});

test.each(['_无_', '', '无牌车'])('"%s" is no plate', (license) => {
  expect(readPlatePush(platePush({ result: { license } }), now()).message.plate).toBeNull();
});

test.each([
  [1, 'small'],
  [4, 'large'],
  [13, 'small'],
  [14, 'small'],
  [20, 'large'],
  [19, null],
  [0, null],
  ['x', null],
])('a plate of type %s is on a vehicle that is %s', (type, kind) => {
  expect(readPlatePush(platePush({ result: { type } }), now()).message.vehicleKind).toBe(kind);
});

test('a picture that is none or too large is left out', () => {
  const pictureOf = (result: object) => readPlatePush(platePush({ result }), now()).message.picture;
  const tooLarge = Buffer.concat([JPEG, Buffer.alloc(2 * 1024 * 1024)]).toString('base64');
  const fragment = pictureOf({ imageFile: tooLarge, imageFragmentFile: JPEG.toString('base64') });
  expect(Buffer.from(fragment!)).toEqual(JPEG);
  expect(pictureOf({ imageFile: Buffer.from('<html>').toString('base64') })).toBeNull();
});

test('the place of the plate counts in the whole picture only, and only where it is one', () => {
  const jpeg = JPEG.toString('base64');
  const boxOf = (result: object) => readPlatePush(platePush({ result }), now()).message.plateBox;
  const RECT = { left: 10, top: 20, right: 110, bottom: 50 };
  expect(boxOf({ imageFile: jpeg, location: { RECT } })).toEqual(RECT);
  expect(boxOf({ imageFragmentFile: jpeg, location: { RECT } })).toBeNull();
  for (const wrong of [{ right: 10 }, { left: -1 }, { top: '20' }, { bottom: 99_999 }])
    expect(boxOf({ imageFile: jpeg, location: { RECT: { ...RECT, ...wrong } } })).toBeNull();
});
