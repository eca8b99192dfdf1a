import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Acknowledgement } from '@boyun/simulator/replay/delivery';
import type { Fleet } from '@boyun/simulator/replay/fleet';
import { type ReplayOptions, runReplay } from '@boyun/simulator/replay/replay';
import { afterEach } from 'vitest';

/** The plate data of a push. */
export type PlateResult = {
  license: string;
  plateid: number;
  isoffline: number;
  timeStamp: { Timeval: { sec: number; usec: number; dechour: number } };
};
/** A push as it arrived. */
export type Push = {
  key: string;
  serial: string;
  token: string;
  result: PlateResult;
  atMs: number;
  wasAnswered: boolean;
};

/** Decides on the first arrival of a push; the same answer is given to every repetition. */
export type Decision = (push: Push) => object;

/** The answer that opens. */
export const open = { info: 'ok', content: '', is_pay: 'true' };
/** The answer that does not. */
export const closed = { info: 'no', content: 'retransfer_stop', is_pay: 'false' };
/** The same with a text on the screen. */
export const withScreen = (text: string) => ({
  ...closed,
  serialData: [{ serialChannel: 0, data: Buffer.from(text).toString('base64'), dataLen: text.length }],
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server of the cameras' protocol that may lose answers; it remembers every push and every input. */
export async function startServer(
  decide: Decision,
  options: { losesAnswer?: () => boolean; port?: number; opensByPoll?: string; answerMs?: number } = {},
) {
  const pushes: Push[] = [];
  const inputs: string[] = [];
  const payments: { Code: string; Outcome: string }[] = [];
  const heartbeats: string[] = [];
  const decisions = new Map<string, object>();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const [, token = '', action = ''] = /^\/api\/camera\/vzenith\/([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    const reply = (answer: object): void => void response.end(JSON.stringify({ Response_AlarmInfoPlate: answer }));
    if (request.url === '/api/payment/sandbox/pay') {
      payments.push(JSON.parse(body));
      response.end(JSON.stringify({ state: 'success' }));
    } else if (action === 'plate') {
      const { serialno, result } = JSON.parse(body).AlarmInfoPlate;
      const plate: PlateResult = result.PlateResult;
      const key = `${serialno}:${plate.plateid}`;
      const { sec, usec } = plate.timeStamp.Timeval;
      const wasAnswered = !(options.losesAnswer?.() ?? false);
      const push = { key, serial: serialno, token, result: plate, atMs: sec * 1000 + usec / 1000, wasAnswered };
      pushes.push(push);
      const decision = decisions.get(key) ?? decide(push);
      decisions.set(key, decision);
      if (options.answerMs) await new Promise((resolve) => setTimeout(resolve, options.answerMs));
      if (!wasAnswered) response.destroy();
      else reply(plate.isoffline ? { ContinuePushOffline: { plateid: plate.plateid, continue: 1 } } : decision);
    } else if (action === 'io') {
      const { TriggerResult } = JSON.parse(body).AlarmGioIn.result;
      inputs.push(`${token}/${TriggerResult.source}=${TriggerResult.value}`);
      reply({});
    } else if (action === 'heartbeat') {
      heartbeats.push(body);
      reply({});
    } else if (action === 'comet') {
      // Staff open every barrier that stayed closed, a moment after the car was read.
      const isWanted = options.opensByPoll === token;
      setTimeout(() => reply(isWanted ? { ivs_ioctrl: { delay: 500, io: 0, value: 2 } } : {}), 60);
    } else response.writeHead(404).end();
  };
  const server = createServer((request, response) => void handle(request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, server, pushes, inputs, payments, heartbeats };
}

/** Two lots with an entry and an exit each. */
export const fleet: Fleet = {
  lots: ['a', 'b'].map((code, place) => ({
    code,
    name: `Lot ${code}`,
    capacity: 30,
    profile: place ? 'lot-02' : 'lot-01',
    lanes: (['entry', 'exit'] as const).map((direction) => ({
      code: direction,
      name: direction,
      direction,
      serial: `${code}-${direction}`,
      token: `token-${code}-${direction}`,
    })),
  })),
  blackPlates: [],
  whitePlates: [],
};
/** Nothing goes wrong. */
export const calm = { duplicate: 0, lostAnswer: 0, late: 0, offline: 0, lostHeartbeat: 0 };
/** Every car is read as it is. */
export const noQuirks = { misread: 0, lowConfidence: 0, noPlate: 0, neverPasses: 0, follows: 0, missed: 0 };
/** Where the traffic begins. */
export const fromMs = Date.parse('2026-03-03T00:00:00+08:00');

/** Plays a day at full speed and keeps what was acknowledged. */
export async function play(url: string, options: Partial<ReplayOptions> = {}) {
  const log: Acknowledgement[] = [];
  const stats = await runReplay({
    url,
    fleet,
    speed: 'max',
    fromMs,
    spanMs: 86_400_000,
    heartbeatMs: 20,
    habits: { openWaitMs: 5 },
    onAcknowledged: (acknowledgement) => log.push(acknowledgement),
    ...options,
  });
  return { log, stats };
}
