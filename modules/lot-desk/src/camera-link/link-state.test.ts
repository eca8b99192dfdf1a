import { QuarantineReason } from '@boyun/gateway/contract';
import { expect, test } from 'vitest';
import { faultsOf, type LinkFacts, linkStateOf, REMEDIES } from './link-state.view.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 4, 1, minute));
const NEW: LinkFacts = { isOnline: false, lastSeenAt: null, secretAt: null, hasPicture: false };

test.each<[string, Partial<LinkFacts>, string]>([
  ['a new camera', {}, 'no-secret'],
  ['its secret is made', { secretAt: at(1) }, 'waiting'],
  ['its first heartbeat', { secretAt: at(1), isOnline: true, lastSeenAt: at(2) }, 'heard'],
  ['with a picture', { secretAt: at(1), isOnline: true, lastSeenAt: at(2), hasPicture: true }, 'seen'],
  [
    'a heartbeat with the old secret',
    { secretAt: at(3), isOnline: true, lastSeenAt: at(2), hasPicture: true },
    'waiting',
  ],
  ['a camera that reports', { isOnline: true, lastSeenAt: at(2) }, 'heard'],
  ['one that fell silent', { lastSeenAt: at(2), hasPicture: true }, 'no-secret'],
])('%s: %s', (_, facts, expected) => expect(linkStateOf({ ...NEW, ...facts })).toBe(expected));

test('a refused message belongs to the camera it names, or whose serial number it carries, if it is new', () => {
  const row = (id: string, cameraId: string | null, serialNo: string | null, minute: number) => ({
    id,
    cameraId,
    serialNo,
    reason: 'bad-signature',
    lastReceivedAt: at(minute),
  });
  const rows = [
    row('own', 'C', null, 5),
    row('by number', null, 'SN1', 6),
    row('old', 'C', null, 1),
    row('other', 'D', 'SN1', 5),
    row('stranger', null, null, 5),
  ];
  expect(faultsOf(rows, { id: 'C', serialNo: 'SN1' }, at(4)).map((one) => one.id)).toEqual(['own', 'by number']);
  expect(faultsOf(rows, { id: 'C', serialNo: null }, at(4)).map((one) => one.id)).toEqual(['own']);
});

test('every reason of a refusal has a remedy', () => {
  expect(Object.keys(REMEDIES).sort()).toEqual(Object.keys(QuarantineReason).sort());
});
