import { signCall } from '@boyun/gateway/server';
import { type Log, systemClock } from '@boyun/kernel/server';
import { createRandom } from '../replay/random.ts';

/** A box of the demo with the secret it signs with. */
export interface DemoBox {
  readonly serialNo: string;
  readonly secret: string;
}

const LOOK_EVERY_MS = 3000;
const HEARTBEAT_MS = 30_000;
const STATUS_PATH = '/api/box/status';

/**
 * The boxes on site: programs that speak to the server only as boxes do. Each says every half minute that it lives, takes
 * the configuration it is given and confirms it. Now and then one loses its line for some minutes, keeps what happens
 * meanwhile, and comes back with a queue that it works off.
 */
export function startBoxes(url: string, boxes: readonly DemoBox[], log: Log): { stop(): void } {
  const random = createRandom('boxes');
  const states = boxes.map((box, index) => ({
    box,
    appVersion: index === boxes.length - 1 ? '2.3.6' : '2.4.1',
    queueLength: index === 1 ? 17 : 0,
    configurationNumber: 0,
    dueMs: 0,
    backAtMs: 0,
  }));
  const beat = async (state: (typeof states)[number], nowMs: number) => {
    if (nowMs < state.dueMs) return;
    state.dueMs = nowMs + HEARTBEAT_MS;
    if (nowMs < state.backAtMs) {
      state.queueLength += random.below(3);
      return;
    }
    const { serialNo, secret } = state.box;
    const body = JSON.stringify({
      AppVersion: state.appVersion,
      QueueLength: state.queueLength,
      ConfigurationNumber: state.configurationNumber,
    });
    const timestamp = String(Math.floor(nowMs / 1000));
    const signature = signCall(secret, timestamp, 'POST', STATUS_PATH, Buffer.from(body));
    const response = await fetch(url + STATUS_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', timestamp, signature, serialnumber: serialNo },
      body,
    });
    const { data } = (await response.json()) as { data: { Configuration: { Number: number } | null } | null };
    if (data?.Configuration) {
      state.configurationNumber = data.Configuration.Number;
      state.dueMs = nowMs;
    }
    state.queueLength = Math.max(0, state.queueLength - 5);
    if (random.chance(1 / 300)) state.backAtMs = nowMs + random.between(120_000, 300_000);
  };
  let isBusy = false;
  const look = async () => {
    if (isBusy) return;
    isBusy = true;
    const nowMs = systemClock.now().getTime();
    for (const state of states)
      await beat(state, nowMs).catch((error: Error) => log.debug({ err: error.message }, 'a box will call again'));
    isBusy = false;
  };
  void look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}
