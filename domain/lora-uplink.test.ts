import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LoraUplink, readDetector, readUplink, UPLINK_PATH, type UplinkMap } from './lora-uplink.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

/** An event `up` as ChirpStack v4 documents it. */
const chirpStack = {
  deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
  time: '2026-03-04T01:00:15.775023242+00:00',
  deviceInfo: {
    tenantId: '52f14cd4-c6f1-4fbd-8f87-4025e1d49242',
    applicationId: '17c82e96-be03-4f38-aef3-f83d48582d97',
    deviceName: 'Test device',
    devEui: '24e124141f5a0a01',
    tags: {},
  },
  devAddr: '00189440',
  dr: 1,
  fCnt: 4,
  fPort: 1,
  data: 'AQLk',
  object: { status: 'occupied', battery: 3.4 },
  rxInfo: [
    { gatewayId: '0016c001f153a14c', uplinkId: 4217106255, rssi: -96, snr: 10.5 },
    { gatewayId: '0016c001f153a14d', uplinkId: 4217106256, rssi: -36, snr: 11 },
  ],
};
/** An uplink as The Things Stack v3 documents it. */
const thingsStack = {
  end_device_ids: { device_id: 'dev1', application_ids: { application_id: 'app1' }, dev_eui: '0004A30B001C0530' },
  correlation_ids: ['as:up:01'],
  received_at: '2026-03-04T01:00:15.999Z',
  uplink_message: {
    session_key_id: 'AXA50nBlcjMkIDUyMTY=',
    f_port: 1,
    frm_payload: 'gkHe',
    decoded_payload: { parking: { occupied: true } },
    rx_metadata: [{ gateway_ids: { gateway_id: 'gtw1' }, rssi: -35, snr: 5 }],
    received_at: '2026-03-04T01:00:15.100123456Z',
    last_battery_percentage: { f_cnt: 12, value: 94.1 },
  },
};
const map: UplinkMap = {
  statePath: 'status',
  takenValues: '1,true,Occupied',
  stateMask: null,
  statePort: null,
  batteryPath: null,
  batteryEmpty: 0,
  batteryFull: 100,
};

test('uplinks of both network servers are read', () => {
  expect(readUplink(chirpStack)).toEqual({
    devEui: '24E124141F5A0A01',
    session: '00189440',
    counter: 4,
    port: 1,
    at: new Date('2026-03-04T01:00:15.775Z'),
    bytes: [1, 2, 0xe4],
    decoded: chirpStack.object,
    signalDbm: -36,
    batteryPercent: null,
  });
  expect(readUplink(thingsStack)).toEqual({
    devEui: '0004A30B001C0530',
    session: 'AXA50nBlcjMkIDUyMTY=',
    // Zeros are left out.
    counter: 0,
    port: 1,
    at: new Date('2026-03-04T01:00:15.100Z'),
    bytes: [0x82, 0x41, 0xde],
    decoded: thingsStack.uplink_message.decoded_payload,
    signalDbm: -35,
    batteryPercent: 94,
  });
  const { time, deviceInfo } = chirpStack;
  expect(readUplink({ time, deviceInfo, margin: 10, batteryLevel: 75.5 })).toMatchObject({
    session: 'status',
    batteryPercent: 76,
  });
  expect(readUplink({ time, deviceInfo, devAddr: '00189440' })).toBe('other');
  expect(readUplink({ ...thingsStack, uplink_message: undefined, join_accept: {} })).toBe('other');
  for (const strange of [null, 'x', [], {}, { deviceInfo: {} }, { end_device_ids: { dev_eui: 'x' } }])
    expect(readUplink(strange)).toBeNull();
});

const uplink = readUplink(chirpStack) as LoraUplink;
const parking = readUplink(thingsStack) as LoraUplink;

test.each<[string, Partial<UplinkMap>, LoraUplink, { isTaken: boolean | null; batteryPercent: number | null }]>([
  ['a word', {}, uplink, { isTaken: true, batteryPercent: null }],
  ['another word', { takenValues: '1' }, uplink, { isTaken: false, batteryPercent: null }],
  ['a path', { statePath: 'parking.occupied' }, parking, { isTaken: true, batteryPercent: 94 }],
  ['no such path', { statePath: 'parking.state' }, parking, { isTaken: null, batteryPercent: 94 }],
  ['an object', { statePath: 'parking' }, parking, { isTaken: null, batteryPercent: 94 }],
  ['a byte', { statePath: 'bytes[0]' }, uplink, { isTaken: true, batteryPercent: null }],
  ['a bit that is set', { statePath: 'bytes[2]', stateMask: 4 }, uplink, { isTaken: true, batteryPercent: null }],
  ['a bit that is not', { statePath: 'bytes[2]', stateMask: 1 }, uplink, { isTaken: false, batteryPercent: null }],
  ['no such byte', { statePath: 'bytes[3]' }, uplink, { isTaken: null, batteryPercent: null }],
  ['another port', { statePort: 2 }, uplink, { isTaken: null, batteryPercent: null }],
  [
    'volts',
    { batteryPath: 'battery', batteryEmpty: 3, batteryFull: 3.6 },
    uplink,
    { isTaken: true, batteryPercent: 67 },
  ],
  [
    'a battery of two bytes',
    { batteryPath: 'bytes[1-2]', batteryEmpty: 0, batteryFull: 1000 },
    uplink,
    { isTaken: true, batteryPercent: 74 },
  ],
  [
    'the low byte first',
    { batteryPath: 'bytes[1-0]', batteryEmpty: 0, batteryFull: 1026 },
    uplink,
    { isTaken: true, batteryPercent: 50 },
  ],
])('a map reads %s', (_, more, message, read) => {
  expect(readDetector({ ...map, ...more }, message)).toEqual(read);
});

test('what a map finds in any uplink is a state and a share, or nothing', () => {
  const json = fc.jsonValue();
  const anyMap = fc.record({
    statePath: fc.constantFrom('status', 'a.b[0]', 'bytes[0]', 'bytes[0-9]', 'bytes[5-4]'),
    takenValues: fc.string({ maxLength: 10 }),
    stateMask: fc.option(fc.integer({ min: 1, max: 255 })),
    statePort: fc.option(fc.integer({ min: 1, max: 3 })),
    batteryPath: fc.option(fc.constantFrom('battery', 'bytes[1]', 'bytes[0-3]')),
    batteryEmpty: fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
    batteryFull: fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
  });
  fc.assert(
    fc.property(json, fc.base64String({ maxLength: 40 }), anyMap, (object, data, any) => {
      const found = readUplink({ ...chirpStack, object, data });
      const { isTaken, batteryPercent } = readDetector(any, found as LoraUplink);
      expect([true, false, null]).toContain(isTaken);
      if (batteryPercent !== null) expect(batteryPercent >= 0 && batteryPercent <= 100).toBe(true);
    }),
  );
  fc.assert(fc.property(json, (any) => void readUplink(any)));
  for (const path of ['status', 'a.b[0]', 'bytes[0]', 'bytes[1-2]']) expect(path).toMatch(UPLINK_PATH);
  for (const path of ['', 'a..b', 'bytes[1-2].x', 'bytes[]']) expect(path).not.toMatch(UPLINK_PATH);
});
