import { expect, test } from 'vitest';
import { payAsDriver, paymentLink } from './driver.ts';
import { plateColor } from './plate-mix.ts';
import { heartbeatForm, inputMessage, offlineMessage, plateMessage, type Reading, readReply } from './vzenith.ts';

const camera = {
  serial: 'fe71e106-57263272',
  deviceName: 'IVS',
  ipAddress: '192.168.1.100',
  password: 'admin',
  zone: 'Asia/Shanghai',
};
const reading: Reading = {
  plate: '粤Z9065澳',
  color: plateColor.black,
  confidence: 96,
  vehicleKind: 'small',
  atMs: 1686299994687,
};
const base64 = (bytes: string | number[]): string => Buffer.from(bytes as string).toString('base64');
const reply = (answer: object) => readReply(JSON.stringify({ Response_AlarmInfoPlate: answer }));

test('a push has the fields and the clock of the vendor', () => {
  const { AlarmInfoPlate } = JSON.parse(plateMessage(camera, 21085, reading));
  const result = AlarmInfoPlate.result.PlateResult;
  expect(AlarmInfoPlate.serialno).toBe(camera.serial);
  expect(result).toMatchObject({
    colorType: 4,
    confidence: 96,
    isoffline: 0,
    license: '粤Z9065澳',
    plateid: 21085,
    type: 14,
  });
  // The vendor's own example: this instant is 16:39:54 on 9 June 2023 in China.
  expect(result.timeStamp.Timeval).toEqual({
    decday: 9,
    dechour: 16,
    decmin: 39,
    decmon: 6,
    decsec: 54,
    decyear: 2023,
    sec: 1686299994,
    usec: 687000,
  });
  expect(result.plates[0]).toMatchObject({ color: 4, license: '粤Z9065澳', type: 14 });
});

test('a car without plate is sent as the vendor writes it, an offline record says so', () => {
  const bare = { ...reading, plate: '', color: plateColor.unknown, confidence: 0 };
  expect(JSON.parse(plateMessage(camera, 1, bare)).AlarmInfoPlate.result.PlateResult).toMatchObject({
    license: '_无_',
    plates: [],
    type: 0,
  });
  const kept = JSON.parse(offlineMessage(camera, 123, bare)).AlarmInfoPlate.result.PlateResult;
  expect(kept).toMatchObject({ license: '_无_', isoffline: 1, plateid: 123, imagePath: '123.jpg' });
  expect(kept.timeStamp.Timeval.sec).toBe(1686299994);
});

test('inputs and heartbeats carry serial and fields', () => {
  expect(JSON.parse(inputMessage(camera, 1, 1)).AlarmGioIn).toEqual({
    deviceName: 'IVS',
    ipaddr: '192.168.1.100',
    result: { TriggerResult: { source: 1, value: 1 } },
    serialno: camera.serial,
  });
  const { body, contentType } = heartbeatForm(camera);
  expect(contentType).toMatch(/^multipart\/form-data; boundary=/);
  for (const name of ['device_name', 'ipaddr', 'port', 'user_name', 'pass_wd', 'serialno', 'channel_num']) {
    expect(body).toContain(`name="${name}"`);
  }
});

test('replies open, refuse, go on and show text', () => {
  expect(reply({ info: 'ok', content: '...', is_pay: 'true' })?.opens).toBe(true);
  expect(reply({ ivs_ioctrl: { delay: 500, io: 0, value: 2 } })?.opens).toBe(true);
  expect(reply({ ivs_ioctrl: { delay: 500, io: 1, value: 2 } })?.opens).toBe(false);
  const refused = reply({ info: 'no', content: 'retransfer_stop', is_pay: 'false', serialData: [] });
  expect(refused).toMatchObject({ opens: false, stopsResend: true, screenText: '' });
  expect(reply({ ContinuePushOffline: { plateid: 123, continue: 1 } })).toMatchObject({
    opens: false,
    continueAfter: 123,
  });
  const shown = reply({
    serialData: [
      // Two bytes of the national code that would be a letter in UTF-8 too.
      { serialChannel: 0, data: base64([0xc4, 0xa3]), dataLen: 2 },
      { serialChannel: 1, data: base64([0xbb, 0xb6, 0xd3, 0xad]), dataLen: 4 },
    ],
    playserver_json_request: { type: 'ps_voice_play', voice: '5qyi6L+O5YWJ5Li0' },
  });
  expect(shown?.screenText).toBe('模\n欢迎');
  expect(shown?.voiceText).toBe('欢迎光临');
  expect(readReply('<html>')).toBeUndefined();
  expect(readReply('{"state":"error"}')).toBeUndefined();
});

test('the payment address is found in the text, and a dead server is reported, not thrown', async () => {
  expect(paymentLink('扫码缴费 https://park.example/pay/Ab-12_x 谢谢')).toBe('https://park.example/pay/Ab-12_x');
  expect(paymentLink('go to /pay/Q7')).toBe('/pay/Q7');
  expect(paymentLink('一路平安')).toBeUndefined();
  const outcome = await payAsDriver('http://127.0.0.1:1', '/pay/Q7');
  expect(outcome).toMatchObject({ paid: false, code: 'Q7', status: 0 });
});
