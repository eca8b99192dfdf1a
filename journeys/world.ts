import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createAccount } from '@boyun/access/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { nowMs } from '@boyun/test-server/time';
import { PASSWORD } from './browser.ts';
import { GateCamera } from './gate-camera.ts';

/** A lot with hourly charging, and one camera each at its entry and its exit. */
export interface WorldLot {
  readonly id: string;
  readonly name: string;
  readonly entry: GateCamera;
  readonly exit: GateCamera;
}

/** Options of a journey. */
interface ProductOptions {
  readonly mapTiles?: string;
  readonly mediaUrls?: string;
  readonly publicUrl?: string;
  readonly wechatPayUrl?: string;
  readonly wechatUrl?: string;
  readonly alipayUrl?: string;
  readonly unionpayUrl?: string;
  /** Whether unreported commands become uncertain, which raises alarms. */
  readonly doubtsCommands?: boolean;
  /** The journey changes what all tenants share, or begins with none. */
  readonly isAlone?: true;
}

/** Starts a product with built pages (those of JOURNEY_PAGES, else the product's own) on a separate database. */
export async function startProduct(databaseUrl: string, options: ProductOptions = {}): Promise<TestServer> {
  const webFolder = process.env.JOURNEY_PAGES ?? fileURLToPath(new URL('../apps/web/dist', import.meta.url));
  if (!existsSync(`${webFolder}/index.html`))
    throw new Error('The pages are not built: run the journeys through "npm test".');
  // In journeys cameras send no heartbeats and barriers do not report on their own; alarms about either would cover the pages.
  const { doubtsCommands = false, ...more } = options;
  const without = ['silent-cameras', ...(doubtsCommands ? [] : ['command-expiry'])];
  return startTestServer(databaseUrl, { ...more, webFolder, hasJobs: true, without });
}

/** A tenant of a parking operator, set up through its API. */
export class World {
  readonly server: TestServer;
  readonly admin: TestUser;
  readonly tenantCode: string;
  #lotCount = 0;

  constructor(server: TestServer, admin: TestUser, tenantCode: string) {
    this.server = server;
    this.admin = admin;
    this.tenantCode = tenantCode;
  }

  /** Creates another account for a browser user; `admin` grants everything. */
  async newAccount(account: string, permissions: readonly string[] | 'admin' = 'admin'): Promise<void> {
    await createAccount(this.server.product.kernel, this.admin.tenantId, {
      account,
      password: PASSWORD,
      name: account,
      ...(permissions === 'admin' ? { isAdmin: true } : { permissions }),
    });
  }

  /** Creates a row or calls an operation; fails with the server's message. */
  async make(path: string, body: object): Promise<Record<string, string>> {
    const answer = await this.admin.call(path, body);
    if (answer.state !== 'success') throw new Error(`${path}: ${answer.message}`);
    return answer.data;
  }

  /** Creates a lot with gates, lanes and cameras, charging 3 yuan per started hour. */
  async newLot(name: string, capacity = 120): Promise<WorldLot> {
    this.#lotCount += 1;
    const code = `W${this.#lotCount}`;
    const { Id: id = '' } = await this.make('/api/parkLot/create', { Name: name, Code: code, Capacity: capacity });
    const rule = await this.make('/api/billRule/createFromTemplate', {
      Name: `${name}收费`,
      Template: 'guangzhou-2005-outdoor',
    });
    await this.make('/api/billRuleBinding/create', { LotId: id, ChargeRuleId: rule.Id });
    const camera = async (direction: 'entry' | 'exit', gateName: string, laneName: string): Promise<GateCamera> => {
      const gate = await this.make('/api/gate/create', { Name: gateName, LotId: id, Direction: direction });
      const lane = await this.make('/api/lane/create', {
        Name: laneName,
        Code: direction,
        GateId: gate.Id,
        Direction: direction,
      });
      const made = await this.make('/api/camera/create', { Name: `${laneName}相机`, LaneId: lane.Id });
      const secret = await this.make('/api/camera/rotateSecret', { CameraId: made.Id });
      return new GateCamera(this.server.url, secret.Token!, `${code}-${direction}`, laneName);
    };
    const lanes = {
      entry: await camera('entry', '东门入口', '东门入口1道'),
      exit: await camera('exit', '西门出口', '西门出口1道'),
    };
    await this.make('/api/parkLot/open', { LotId: id });
    return { id, name, ...lanes };
  }
}

/** Starts a product with one tenant, ready for lots and accounts. */
export async function startWorld(databaseUrl: string, options: ProductOptions = {}): Promise<World> {
  const server = await startProduct(databaseUrl, options);
  const admin = await server.newTenant('泊云示范停车');
  const [tenant] = await server.product.kernel.database.system<{ code: string }>(
    'select code from tenant where id = $1',
    [admin.tenantId],
  );
  return new World(server, admin, tenant!.code);
}

const DAY_MS = 86_400_000;
const SHANGHAI_MS = 8 * 3_600_000;
/** Longer than a journey takes on a loaded machine, in milliseconds, and less than a hook may take. */
const ROOM_MS = 220_000;

/**
 * Today's figures restart at midnight: shortly before it, a journey that counts them waits for the new day. A hook of its own, as the wait
 * may be nearly as long as one may take.
 */
export async function untilDayHasRoom(): Promise<void> {
  const leftMs = DAY_MS - ((nowMs() + SHANGHAI_MS) % DAY_MS);
  if (leftMs < ROOM_MS) await new Promise((resolve) => setTimeout(resolve, leftMs));
}

/** Console figures may be computed before the event log was processed; they are refetched a minute later. */
export const FIGURES_COME = { timeout: 120_000 } as const;
