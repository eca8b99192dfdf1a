import { devicesServer } from '@boyun/devices/server';
import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { mediaOf } from './media.service.ts';

const START = Date.parse('2026-03-04T01:00:00Z');
const clock = new SetClock(new Date(START));
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let server: TestServer;
let user: TestUser;
let lotId: string;
let laneId: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  lotId = (await ok('/api/parkLot/create', { Name: '北区', Code: 'L', Capacity: 100 })).Id;
  const GateId = (await ok('/api/gate/create', { Name: 'Gate', LotId: lotId, Direction: 'exit' })).Id;
  laneId = (await ok('/api/lane/create', { Name: '出口1道', Code: 'C', GateId, Direction: 'exit' })).Id;
});
afterAll(() => server?.stop());

const ok = async (path: string, body: object) => {
  const answer = await user.call(path, body);
  expect([path, answer.message]).toEqual([path, '']);
  return answer.data;
};
const refused = async (path: string, body: object) => (await user.call(path, body)).code;
const later = (seconds: number) => clock.set(new Date(clock.now().getTime() + seconds * 1000));
const sweep = (name: string) => devicesServer.sweeps.find((one) => one.name === name)!.run(server.product.kernel);

/** A box of an MP4 file. */
function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** A video of a length, with its movie header behind the pictures, as cameras write it; `isLong` uses 64 bits. */
function video(seconds: number, isLong = false): Buffer {
  const header = Buffer.alloc(112);
  header.writeUInt8(isLong ? 1 : 0);
  header.writeUInt32BE(600, isLong ? 20 : 12);
  if (isLong) header.writeBigUInt64BE(BigInt(seconds * 600), 24);
  else header.writeUInt32BE(seconds * 600, 16);
  return Buffer.concat([
    box('ftyp', Buffer.from('isom')),
    box('mdat', Buffer.alloc(999)),
    box('moov', box('mvhd', header)),
  ]);
}

async function upload(name: string, bytes: Buffer) {
  const body = new FormData();
  body.append('File', new File([new Uint8Array(bytes)], name));
  const headers = { authorization: `Bearer ${user.token}` };
  const response = await fetch(`${server.url}/api/lcdProgramme/upload`, { method: 'POST', body, headers });
  return (await response.json()) as {
    code: string;
    items?: { key: string; kind: string; Kind: string; Seconds: number }[];
  };
}

async function newPlayer(name: string, more: object = {}) {
  const { Id } = await ok('/api/lcd/create', { Name: name, LotId: lotId, ...more });
  const { Code } = await ok('/api/lcd/pair', { LcdId: Id });
  const joined = await server.call('/api/lcd/player/join', { Code });
  expect(joined.message).toBe('');
  const Token = joined.data.Token as string;
  let batch = 0;
  const sync = (change: object = {}) => {
    const Plays = (change as { Plays?: object[] }).Plays ?? [];
    if (Plays.length > 0) batch += 1;
    const body = { Token, SentAt: clock.now().toISOString(), ScreenSize: '1920×1080', WaitingFiles: 0, Batch: batch };
    return server.call('/api/lcd/player/sync', { ...body, Plays, ...change });
  };
  return { Id, Code, Token, sync };
}

describe('files', () => {
  test.each([
    ['PNG', PNG, { kind: 'picture', ending: 'png', seconds: null }],
    ['a video', video(12.5), { kind: 'video', ending: 'mp4', seconds: 13 }],
    ['a video with long times', video(90, true), { kind: 'video', ending: 'mp4', seconds: 90 }],
    ['a video that is cut off', video(9).subarray(0, 1050), { kind: 'video', ending: 'mp4', seconds: null }],
    ['a page', Buffer.from('<html><script>1</script>'), null],
  ])('the content tells what %s is', (_, bytes, media) => {
    expect(mediaOf(bytes)).toEqual(media);
  });

  test.each([
    ['another type', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'lcd-programme.wrong-type'],
    ['a picture that is too large', Buffer.concat([PNG, Buffer.alloc(5_000_000)]), 'lcd-programme.too-large'],
    ['a video that is too long', video(181), 'lcd-programme.too-long'],
    ['a video without a length', video(9).subarray(0, 1050), 'lcd-programme.no-length'],
    ['nothing', Buffer.alloc(0), 'lcd-programme.no-file'],
  ])('%s is refused', async (_, bytes, code) => {
    expect((await upload('a.mp4', bytes)).code).toBe(code);
  });
});

test('a browser becomes a display by a code that works once, and gets what is published for it', async () => {
  const player = await newPlayer('出口屏', { LaneId: laneId });
  expect(player.Code).toMatch(/^\d+-\d{8}$/);
  const again = await server.call('/api/lcd/player/join', { Code: player.Code });
  expect(again.code).toBe('lcd.unknown-code');
  const first = await player.sync();
  expect(first.data.Content).toMatchObject({
    Name: '出口屏',
    LotName: '北区',
    LaneName: '出口1道',
    Items: [],
    PayAddress: null,
  });

  const File = (await upload('spring.png', PNG)).items![0]!.key;
  const picture = (await ok('/api/lcdProgramme/create', { Name: '春季', Kind: 'picture', File, Headline: '春日特惠' }))
    .Id;
  const pay = (await ok('/api/lcdProgramme/create', { Name: '扫码', Kind: 'pay-code' })).Id;
  const list = { Name: '日常', ProgrammeIds: [picture, pay], ValidFrom: '2026-03-01', LotIds: [lotId] };
  const playlist = (await ok('/api/lcdPlaylist/create', list)).Id;
  const { Revision } = first.data.Content;
  expect((await player.sync({ Revision })).data.Content, 'a draft is not shown').toBeNull();
  await ok('/api/lcdPlaylist/publish', { LcdPlaylistId: playlist });
  const { Content } = (await player.sync({ Revision })).data;
  expect(Content.Playlists).toMatchObject([{ ProgrammeIds: [picture, pay] }]);
  expect(Content.PayAddress).toMatch(/^\/place\//);
  const shown = Content.Items.find((one: { Id: string }) => one.Id === picture);
  expect(Buffer.from(await (await fetch(server.url + shown.FileUrl)).arrayBuffer()).equals(PNG)).toBe(true);
  expect((await player.sync({ Revision: Content.Revision })).data.Content).toBeNull();

  const elsewhere = (await ok('/api/parkLot/create', { Name: '南区', Code: 'S', Capacity: 9 })).Id;
  const other = await newPlayer('南区屏', { LotId: elsewhere });
  expect((await other.sync()).data.Content.Items).toEqual([]);

  // What is shown does not change under the displays.
  const row = (await ok('/api/lcdProgramme/get', { Id: picture })) as { Version: number };
  const change = { Id: picture, Version: row.Version, Headline: '别的' };
  expect(await refused('/api/lcdProgramme/update', change)).toBe('lcd-programme.in-use');
  const { Version } = await ok('/api/lcdPlaylist/get', { Id: playlist });
  expect(await refused('/api/lcdPlaylist/update', { Id: playlist, Version, Name: '别的' })).toBe(
    'lcd-playlist.not-possible',
  );
  await ok('/api/lcdPlaylist/withdraw', { LcdPlaylistId: playlist });
  expect((await player.sync({ Revision: Content.Revision })).data.Content.Items).toEqual([]);
});

test('shows are counted once by batch, in the hour they happened in, with the clock of the display corrected', async () => {
  const player = await newPlayer('大堂屏');
  const ProgrammeId = (await ok('/api/lcdProgramme/create', { Name: '欢迎' })).Id;
  const now = clock.now().getTime();
  const atHour = Math.floor(now / 3_600_000) * 3_600_000;
  // Its clock is three hours behind.
  const said = (ms: number) => new Date(ms - 3 * 3_600_000).toISOString();
  const show = (fromMs: number, count: number) => ({
    ProgrammeId,
    PlayCount: count,
    Seconds: count * 10,
    FirstAt: said(fromMs),
    LastAt: said(fromMs + count * 10_000),
  });
  const Plays = [
    show(atHour - 7_200_000, 20),
    show(atHour - 7_000_000, 1),
    show(atHour - 3_600_000, 30),
    // Neither in a month that nobody remembers, nor ahead of now.
    show(atHour - 40 * 86_400_000, 5),
    show(now + 600_000, 5),
  ];
  const batch = { Plays, SentAt: said(now), Batch: 7 };
  await player.sync(batch);
  await player.sync(batch);
  const hours = await ok('/api/lcdPlay/list', { LcdId: player.Id });
  expect(hours.Rows.map((one: { PlayCount: number; Seconds: number }) => [one.PlayCount, one.Seconds])).toEqual([
    [30, 300],
    [21, 210],
  ]);
  expect(new Date(hours.Rows[1].Hour).getTime()).toBe(atHour - 7_200_000);
  await player.sync({ Plays: [show(atHour - 3_600_000 + 900_000, 2)], SentAt: said(now), Batch: 8 });
  const sum = await ok('/api/lcdPlay/sum', { ProgrammeId });
  expect(sum.Rows).toMatchObject([{ ProgrammeName: '欢迎', LcdCount: 1, PlayCount: 53, Seconds: 530 }]);
  expect(sum.Totals).toMatchObject({ PlayCount: 53 });
  // Its history stays: the display is closed, and its browser is none any more.
  await ok('/api/lcd/delete', { Id: player.Id });
  expect(await ok('/api/lcd/get', { Id: player.Id })).toMatchObject({ IsActive: false });
  expect((await player.sync()).code).toBe('lcd.unknown-player');
});

test('a silent display is offline with an alarm, comes back with a heartbeat, and stops when it is unpaired', async () => {
  const player = await newPlayer('入口屏');
  await player.sync();
  const state = async () => (await ok('/api/lcd/get', { Id: player.Id })).State as string;
  expect(await state()).toBe('online');
  later(80);
  await sweep('silent-lcds');
  expect(await state()).toBe('online');
  later(20);
  await sweep('silent-lcds');
  expect(await state()).toBe('offline');
  await server.until('the alarm', async () => {
    const { Rows } = await ok('/api/alarm/list', { IsDevice: true, DeviceKind: 'lcd' });
    return Rows.some((one: { DeviceName: string }) => one.DeviceName === '入口屏');
  });
  await player.sync();
  expect(await state()).toBe('online');
  await ok('/api/lcd/unpair', { LcdId: player.Id });
  expect((await player.sync()).code).toBe('lcd.unknown-player');
  const { Code } = await ok('/api/lcd/pair', { LcdId: player.Id });
  later(16 * 60);
  expect((await server.call('/api/lcd/player/join', { Code })).code).toBe('lcd.unknown-code');
});

test('a programme has a file of its kind, and what nothing uses is removed after a day', async () => {
  const key = (await upload('clip.mp4', video(8))).items![0]!.key;
  const programme = { Name: '影片', Kind: 'video' };
  expect(await refused('/api/lcdProgramme/create', programme)).toBe('lcd-programme.file-needed');
  expect(await refused('/api/lcdProgramme/create', { ...programme, Kind: 'picture', File: key })).toBe(
    'lcd-programme.other-kind',
  );
  await ok('/api/lcdProgramme/create', { ...programme, File: key });
  const unused = (await upload('unused.png', PNG)).items![0]!.key;
  const { files } = server.product.kernel;
  // A day later everybody is signed out: this comes last.
  later(86_401);
  await sweep('unused-lcd-files');
  const isThere = async (one: string) => {
    const stream = await files.open(one);
    stream?.destroy();
    return stream !== null;
  };
  expect([await isThere(key), await isThere(unused)]).toEqual([true, false]);
});
