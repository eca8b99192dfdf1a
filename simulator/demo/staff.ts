import { noPlate, temporaryPrefix } from '@boyun/domain/plate';
import { PROOF_HEADER } from '@boyun/kernel/contract';
import { type Log, systemClock } from '@boyun/kernel/server';
import { boothAccounts, DEMO_BOOTHS, DEMO_PASSWORD, DEMO_TENANT, shiftAt } from './place.ts';

const LOOK_EVERY_MS = 4000;
/** Drivers get this long to pay by phone before the booth walks up to them. */
const PATIENCE_MS = 45_000;
/** A car without a readable plate is handled at once, because its driver is shown no amount. */
const UNREAD_MS = 2000;
const FLOAT_FEN = 200_00;

interface LaneRow {
  readonly PassingId: string | null;
  readonly HappenedAt: string | null;
  readonly IsWaiting: boolean;
  readonly Direction: string;
  readonly OrderId: string | null;
  readonly Due: string;
  readonly Plate: string | null;
}

interface Said {
  readonly AccessToken: string;
  readonly Proof: string;
  readonly Lanes: readonly LaneRow[];
  readonly Rows: readonly { readonly Id: string; readonly LotId: string }[];
  readonly Candidates: readonly { readonly OrderId: string; readonly Plate: string; readonly EnteredAt: string }[];
  readonly IsOpened: boolean;
  readonly Due: string;
  readonly Shift: { readonly Id: string; readonly Expected: string } | null;
}

/**
 * The people in the booths: accounts like any other, speaking to the server over its API. They relieve each other at the
 * hours of their shifts, take cash from drivers who have waited long enough, and leave everything else to the person
 * trying the demo out.
 */
export function startStaff(url: string, log: Log): { stop(): void } {
  const accounts = new Accounts(url);
  /** Who is on duty in the booth of a lot, as far as this program has seen to it. */
  const onDuty = new Map<string, string>();
  let isBusy = false;
  const look = async () => {
    if (isBusy) return;
    isBusy = true;
    for (const lotCode of Object.keys(DEMO_BOOTHS))
      await man(accounts, onDuty, lotCode).catch((error: Error) =>
        log.debug({ err: error.message }, 'the booth will look again'),
      );
    isBusy = false;
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

/** Calls the server as any account of the demo, which signs in as needed. */
class Accounts {
  readonly #url: string;
  readonly #tokens = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  async call(account: string, path: string, body: object): Promise<Said> {
    if (!this.#tokens.has(account)) {
      const login = { Account: account, Password: DEMO_PASSWORD, TenantId: DEMO_TENANT };
      const { data, message } = await this.#post(account, '/api/tenantUser/login', login);
      if (!data?.AccessToken) throw new Error(message);
      this.#tokens.set(account, data.AccessToken);
    }
    let answer = await this.#post(account, path, body);
    if (answer.code === 'kernel.password-needed') {
      const { data } = await this.#post(account, '/api/tenantUser/checkUserPassword', { Password: DEMO_PASSWORD });
      answer = await this.#post(account, path, body, data.Proof);
    }
    if (answer.state === '401' || answer.state === '403') this.#tokens.delete(account);
    if (answer.state !== 'success') throw new Error(`${path}: ${answer.message}`);
    return answer.data;
  }

  async #post(account: string, path: string, body: object, proof?: string) {
    const token = this.#tokens.get(account);
    const response = await fetch(this.#url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(proof ? { [PROOF_HEADER]: proof } : {}),
      },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { state: string; message: string; code?: string; data: Said };
  }
}

/** Sees to it that the account of the shift is on duty in the booth of a lot, and handles the cars that wait at its exits. */
async function man(accounts: Accounts, onDuty: Map<string, string>, lotCode: string): Promise<void> {
  const now = systemClock.now().getTime();
  const account = boothAccounts(lotCode)[shiftAt(now)]!;
  if (onDuty.get(lotCode) !== account) {
    await relieve(accounts, lotCode, account);
    onDuty.set(lotCode, account);
  }
  const { Lanes } = await accounts.call(account, '/api/laneMonitor/getBoard', {});
  for (const lane of Lanes) {
    const waitedMs = lane.HappenedAt ? now - Date.parse(lane.HappenedAt) : 0;
    if (!lane.IsWaiting || lane.Direction !== 'exit') continue;
    const isUnread = lane.Plate === noPlate && !lane.OrderId && lane.PassingId !== null;
    if (isUnread && waitedMs >= UNREAD_MS) await findUnread(accounts, account, lane.PassingId!);
    if (waitedMs < PATIENCE_MS) continue;
    if (lane.OrderId && lane.Due !== '0.00')
      await accounts.call(account, '/api/order/collectCash', { OrderId: lane.OrderId, Amount: lane.Due });
    else
      await accounts.call(account, '/api/passing/settle', {
        PassingId: lane.PassingId,
        Outcome: 'admit',
        Reason: '岗亭核实后放行',
      });
  }
}

/** Lets an account take over the shift of a colleague, or begin the first one. */
async function relieve(accounts: Accounts, lotCode: string, next: string): Promise<void> {
  if ((await accounts.call(next, '/api/shiftSentry/getOwn', {})).Shift) return;
  const [booth] = (await accounts.call(next, '/api/parkinLotSentry/list', {})).Rows;
  await accounts.call(next, '/api/attendance/signIn', { LotId: booth!.LotId, Place: '岗亭' });
  for (const account of boothAccounts(lotCode)) {
    const { Shift } = await accounts.call(account, '/api/shiftSentry/getOwn', {});
    if (!Shift) continue;
    const HandedIn = (Math.max(0, Math.round(Number(Shift.Expected) * 100) - FLOAT_FEN) / 100).toFixed(2);
    await accounts.call(account, '/api/shiftSentry/count', { ShiftId: Shift.Id, Counted: Shift.Expected, HandedIn });
    await accounts.call(next, '/api/shiftSentry/close', { ShiftId: Shift.Id, IsTakingOver: true });
    await accounts.call(account, '/api/attendance/signOut', { Place: '岗亭' });
    return;
  }
  await accounts.call(next, '/api/shiftSentry/open', { SentryId: booth!.Id, Opening: (FLOAT_FEN / 100).toFixed(2) });
}

/** Of a car without a plate the attendant knows the ticket it was given: here that of the one that is inside the longest. */
async function findUnread(accounts: Accounts, account: string, PassingId: string): Promise<void> {
  const { Candidates } = await accounts.call(account, '/api/passing/getCandidates', {
    PassingId,
    Plate: temporaryPrefix,
  });
  const [car] = Candidates.filter((one) => one.Plate.startsWith(temporaryPrefix)).sort((one, other) =>
    one.EnteredAt.localeCompare(other.EnteredAt),
  );
  if (!car) return;
  const { IsOpened, Due } = await accounts.call(account, '/api/passing/matchWaiting', { PassingId, Plate: car.Plate });
  if (!IsOpened) await accounts.call(account, '/api/order/collectCash', { OrderId: car.OrderId, Amount: Due });
}
