import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { raiseAlarm } from '@boyun/alarms/server';
import { type Log, systemWho } from '@boyun/kernel/server';
import type { Product } from '@boyun/server/product';
import { type Call, signIn } from './sign-in.ts';

const TEMPLATES = [
  ['临时车入场', 'welcome', '{plate}\n{message}\n余位 {free}', '{plate}，欢迎光临'],
  ['月卡车入场', 'welcome-pack', '{plate}\n月卡车 欢迎回家\n剩余 {days} 天', '{plate}，欢迎回家'],
  ['车位已满', 'full', '{lot}\n车位已满\n请稍候', '车位已满，请稍候'],
  ['禁止入场', 'no-entry', '{plate}\n{message}', '{plate}，{message}'],
  ['余位引导', 'guidance', '{area}\n余位 {free}', null],
] as const;

interface Row {
  readonly Id: string;
  readonly Name: string;
  readonly LotId: string;
  readonly Direction: string;
  readonly Version: number;
}
const rowsOf = async (call: Call, path: string, body: object = {}): Promise<readonly Row[]> =>
  (await call(path, { Page: 1, PerPage: 200, ...body })).Rows as unknown as readonly Row[];

/** A port nobody listens at: the demo writes the one of its cards there when it starts. */
const NO_PORT = 9;

/** Screens at entries and for free spots, with what they show; exits keep the plain ones, whose codes the drivers scan. */
export async function addScreens(product: Product): Promise<void> {
  const call = await signIn(product, 'admin');
  for (const [Name, Situation, Lines, Voice] of TEMPLATES)
    await call('/api/screenTemplate/create', { Name, Situation, LotIds: [], Lines, Voice });
  const lots = await rowsOf(call, '/api/parkLot/list');
  for (const [index, lot] of lots.slice(0, 3).entries()) {
    const lane = (await rowsOf(call, '/api/lane/list', { LotId: lot.Id })).find((one) => one.Direction === 'entry');
    const shared = { LotId: lot.Id, GarageIds: [] };
    if (lane)
      await call('/api/screen/create', {
        ...shared,
        Name: `${lot.Name}${lane.Name}屏`,
        LaneId: lane.Id,
        Format: index === 1 ? 'card-aa55' : 'card-64ff',
        BrightnessPlan: index === 1 ? null : '06:00=80 18:00=50 23:00=20',
      });
    const guidance = { Kind: 'guidance', Route: 'tcp', Address: '127.0.0.1', Port: NO_PORT };
    await call('/api/screen/create', { ...shared, ...guidance, Name: `${lot.Name}余位屏` });
  }
}

const HOUR_MS = 3_600_000;

/** Alarms of devices, some of which came again while they were open. */
export async function addDeviceAlarms(product: Product, tenantId: number, to: Date): Promise<void> {
  const call = await signIn(product, 'admin');
  const [lot] = await rowsOf(call, '/api/parkLot/list');
  const cameras = await rowsOf(call, '/api/camera/list', { LotId: lot!.Id });
  const lanes = await rowsOf(call, '/api/lane/list', { LotId: lot!.Id });
  const { database, clock } = product.kernel;
  const lotId = lot!.Id;
  const say = (
    kind: 'camera-fault' | 'barrier-fault' | 'battery-low',
    device: { kind: 'camera' | 'barrier' | 'magnetic'; id: string; name: string },
    zh: string,
    en: string,
  ) =>
    database.inTenant(systemWho(tenantId), (tx) =>
      raiseAlarm(tx, {
        kind,
        severity: kind === 'barrier-fault' ? 'high' : 'medium',
        lotId,
        device,
        description: { zh, en },
      }),
    );
  const [camera, lane] = [cameras.at(-1)!, lanes.at(-1)!];
  const at = clock as { set?(moment: Date): void };
  for (const hoursAgo of [3, 2, 1]) {
    at.set?.(new Date(to.getTime() - hoursAgo * HOUR_MS));
    const broken = { kind: 'camera', id: camera.Id, name: camera.Name } as const;
    await say('camera-fault', broken, `相机“${camera.Name}”控制失败：连接超时`, `Camera "${camera.Name}" timed out`);
  }
  const barrier = { kind: 'barrier', id: lane.Id, name: `${lane.Name}道闸` } as const;
  await say(
    'barrier-fault',
    barrier,
    `“${barrier.name}”连续3次未确认开闸`,
    `"${barrier.name}" did not confirm 3 times`,
  );
  at.set?.(to);
}

/** Control cards of the guidance screens: they answer each frame. */
export async function startCards(product: Product, log: Log): Promise<{ stop(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write(Buffer.from('0064ffff620100976a', 'hex')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const pointTo = async () => {
    const call = await signIn(product, 'admin');
    for (const { Id, Version } of await rowsOf(call, '/api/screen/list', { Kind: 'guidance' }))
      await call('/api/screen/update', { Id, Version, Port: port });
  };
  await pointTo().catch((error: Error) => log.warn({ err: error.message }, 'the demo has no guidance screens'));
  return {
    stop() {
      for (const one of sockets) one.destroy();
      server.close();
    },
  };
}
