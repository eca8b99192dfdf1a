import { type DeviceContext, findCamera } from '@boyun/devices/server';
import type { Product } from '@boyun/server/product';
import { type Call, signIn } from '@boyun/simulator/demo/sign-in';
import { createTenant } from '@boyun/tenancy/server';

/** A lot of a prepared world. */
export interface WorldLot {
  readonly id: string;
  readonly entries: readonly DeviceContext[];
  readonly exits: readonly DeviceContext[];
}

/** A tenant with lots, lanes, cameras and tariffs, made through the calls a person would make. */
export interface World {
  readonly tenantId: number;
  readonly lots: readonly WorldLot[];
  /** Calls a path as the tenant's administrator; throws what is refused. */
  readonly call: Call;
}

/** Code of the tenant the bench works in. */
export const WORLD_TENANT = 'bench';
/** Password of its accounts. */
export const WORLD_PASSWORD = 'Boyun#2026';
const LOTS = 12;
const TARIFFS = ['shenzhen-class-1-workday', 'mall-workday-holiday', 'guangzhou-day-night'] as const;

/** Makes the world: lots of two entries and two exits each. */
export async function makeWorld(product: Product, lotCount = LOTS): Promise<World> {
  const { kernel } = product;
  const tenantId = await createTenant(kernel, {
    code: WORLD_TENANT,
    name: 'Bench',
    kind: 'operator',
    isTrial: true,
    admin: { account: 'admin', password: WORLD_PASSWORD, name: 'Admin' },
  });
  const call = await signIn(product, 'admin', { tenant: WORLD_TENANT, password: WORLD_PASSWORD });
  const rules: string[] = [];
  for (const Template of TARIFFS)
    rules.push((await call('/api/billRule/createFromTemplate', { Name: Template, Template })).Id);
  const lots: WorldLot[] = [];
  for (let number = 1; number <= lotCount; number += 1) {
    const LotId = (
      await call('/api/parkLot/create', {
        Name: `Lot-${number}`,
        Code: `L${number}`,
        Address: 'Road 1',
        Capacity: 9000,
      })
    ).Id;
    await call('/api/billRuleBinding/create', { LotId, ChargeRuleId: rules[number % rules.length] });
    const cameras = { entry: [] as DeviceContext[], exit: [] as DeviceContext[] };
    for (const Direction of ['entry', 'exit'] as const) {
      const GateId = (await call('/api/gate/create', { LotId, Name: Direction, Direction })).Id;
      for (const place of [1, 2]) {
        const Name = `${Direction} ${place}`;
        const LaneId = (await call('/api/lane/create', { Name, Code: `${Direction}${place}`, GateId, Direction })).Id;
        const CameraId = (await call('/api/camera/create', { Name: `${Name} of ${number}`, LaneId })).Id;
        const { Token } = await call('/api/camera/rotateSecret', { CameraId });
        cameras[Direction].push((await findCamera(kernel.database, Token))!);
      }
    }
    await call('/api/parkLot/open', { LotId });
    lots.push({ id: LotId, entries: cameras.entry, exits: cameras.exit });
  }
  return { tenantId, lots, call };
}
