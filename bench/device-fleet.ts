// The devices of the device bench: a process of its own, so that the server's does nothing but serve.
import { createPoster } from '@boyun/simulator/replay/post';
import { runPaced } from './load.ts';

/** A camera that is played. */
export interface Device {
  readonly token: string;
  readonly serialNo: string;
}

/** What to play: `count` messages, heartbeats and passings in turns from one device after the other, numbered from `start` on. */
export interface FleetRound {
  readonly url: string;
  readonly devices: readonly Device[];
  readonly start: number;
  readonly count: number;
  readonly perSecond: number;
  /** Messages per second from unknown devices, in addition to those of the devices; 0 for none. */
  readonly strangersPerSecond: number;
}

/** What came of a round. */
export interface FleetResult {
  readonly sent: number;
  readonly taken: number;
  /** Strangers' messages that were refused. */
  readonly refused: number;
  /** Milliseconds of each passing, from its sending to its answer. */
  readonly passedMs: readonly number[];
}

const TIMEOUT_MS = 60_000;
/** As many connections as there are messages on their way at most. */
const SOCKETS = 1000;

process.on('message', (round: FleetRound) => void play(round).then((result) => process.send!(result)));

async function play(round: FleetRound): Promise<FleetResult> {
  const { devices, start, count, perSecond } = round;
  const poster = createPoster(round.url, SOCKETS);
  const post = async (path: string, body: string | object): Promise<number> => {
    const isForm = typeof body === 'string';
    const contentType = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    const text = isForm ? body : JSON.stringify(body);
    const answer = await poster.post(path, text, { contentType, timeoutMs: TIMEOUT_MS }).catch(() => null);
    return answer?.status ?? 0;
  };
  const strangers = flood(post, round.strangersPerSecond);
  const result = { sent: 0, taken: 0, passedMs: [] as number[] };
  const send = async (number: number) => {
    const { token, serialNo } = devices[number % devices.length]!;
    const path = `/api/camera/vzenith/${token}`;
    if (number % 2 === 1) return void (await post(`${path}/heartbeat`, `serialno=${serialNo}`));
    result.sent += 1;
    // No car comes twice.
    const plate = `粤B${String(number).padStart(6, '0')}`;
    const began = performance.now();
    const status = await post(`${path}/plate`, plateOf(serialNo, number + 1, plate));
    result.passedMs.push(performance.now() - began);
    if (status === 200) result.taken += 1;
  };
  await runPaced(
    Array.from({ length: count }, (_, at) => () => send(start + at)),
    perSecond,
  );
  const refused = await strangers.stop();
  poster.close();
  return { ...result, refused };
}

const plateOf = (serialno: string, plateid: number, license: string) => ({
  AlarmInfoPlate: {
    serialno,
    result: {
      PlateResult: {
        license,
        plateid,
        colorType: 1,
        confidence: 95,
        isoffline: 0,
        timeStamp: { Timeval: { sec: Math.floor(Date.now() / 1000), usec: 0 } },
      },
    },
  },
});

/** Sends messages of unknown devices until it is stopped. */
function flood(post: (path: string, body: object) => Promise<number>, perSecond: number) {
  let refused = 0;
  const running = new Set<Promise<void>>();
  const timer = setInterval(() => {
    for (let at = 0; at < perSecond / 20; at += 1) {
      const stranger = `/api/camera/vzenith/1.${String(Math.random()).slice(2).padEnd(24, 'A')}/plate`;
      const one = post(stranger, plateOf('stranger', at, '粤A00000')).then((status) => {
        if (status === 401) refused += 1;
        running.delete(one);
      });
      running.add(one);
    }
  }, 50);
  return {
    async stop(): Promise<number> {
      clearInterval(timer);
      await Promise.all(running);
      return refused;
    },
  };
}
