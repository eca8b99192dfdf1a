import { type Log, systemClock } from '@boyun/kernel/server';
import { DEMO_PASSWORD, DEMO_TENANT } from './place.ts';

const LOOK_EVERY_MS = 4000;
/** Drivers get this long to pay by phone before the booth walks up to them. */
const PATIENCE_MS = 45_000;

interface LaneRow {
  readonly PassingId: string | null;
  readonly HappenedAt: string | null;
  readonly IsWaiting: boolean;
  readonly Direction: string;
  readonly OrderId: string | null;
  readonly Due: string;
}

/**
 * The person in the booth: an account like any other, speaking to the server over its API. Takes cash from drivers who
 * have waited long enough and leaves everything else to whoever is trying the demo out.
 */
export function startStaff(url: string, log: Log): { stop(): void } {
  let token = '';
  let isBusy = false;
  const call = async (path: string, body: object) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { state: string; message: string; data: never };
  };
  const look = async () => {
    if (!token) {
      const answer = await call('/api/tenantUser/login', {
        Account: 'booth',
        Password: DEMO_PASSWORD,
        TenantId: DEMO_TENANT,
      });
      token = (answer.data as { AccessToken?: string } | null)?.AccessToken ?? '';
    }
    const board = await call('/api/laneMonitor/getBoard', {});
    if (board.state === '401' || board.state === '403') token = '';
    const lanes = (board.data as { Lanes?: LaneRow[] } | null)?.Lanes ?? [];
    for (const lane of lanes) {
      const waitedMs = lane.HappenedAt ? systemClock.now().getTime() - Date.parse(lane.HappenedAt) : 0;
      if (!lane.IsWaiting || lane.Direction !== 'exit' || waitedMs < PATIENCE_MS) continue;
      if (lane.OrderId && lane.Due !== '0.00')
        await call('/api/order/collectCash', { OrderId: lane.OrderId, Amount: lane.Due });
      else await call('/api/passing/settle', { PassingId: lane.PassingId, Outcome: 'admit', Reason: '岗亭核实后放行' });
    }
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    look()
      .catch((error: Error) => log.debug({ err: error.message }, 'the booth will look again'))
      .finally(() => {
        isBusy = false;
      });
  }, LOOK_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}
