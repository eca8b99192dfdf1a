import type { UplinkMap } from '@boyun/domain/lora-uplink';
import { type Database, hashToken, type Kernel, systemWho, tenantOfToken } from '@boyun/kernel/server';
import { openTo } from '../camera/camera.queries.ts';
import { MAGNETIC_CONTEXT, type MagneticContext } from '../magnetic/magnetic.queries.ts';

/** A network server that has shown its token. */
export interface LoraContext extends UplinkMap {
  readonly tenantId: number;
  readonly loraNetworkId: string;
  readonly name: string;
}

/** The columns of a map. */
export const MAP_COLUMNS = `n.state_path, n.taken_values, n.state_mask, n.state_port, n.battery_path, n.battery_empty, n.battery_full`;

/** The network a token belongs to, or null; none that is not in use. */
export async function findLoraNetwork(database: Database, token: string): Promise<LoraContext | null> {
  const tenantId = tenantOfToken(token);
  if (tenantId === null) return null;
  const [row] = await openTo(database)<LoraContext>(
    `select n.tenant_id, n.id as "loraNetworkId", n.name, ${MAP_COLUMNS}
     from lora_network n where n.tenant_id = $1 and n.token_hash = $2 and n.is_active`,
    [tenantId, hashToken(token)],
  );
  return row ?? null;
}

/** The detector of a tenant with a DevEUI, in capitals or not; null where there is none. */
export async function findLoraDetector(
  database: Database,
  tenantId: number,
  devEui: string,
): Promise<MagneticContext | null> {
  const [row] = await openTo(database)<MagneticContext>(
    `select ${MAGNETIC_CONTEXT} where m.tenant_id = $1 and m.serial_no = any($2)`,
    [tenantId, [devEui.toUpperCase(), devEui.toLowerCase()]],
  );
  return row ?? null;
}

/** Characters of a message that are kept to be looked at. */
const KEPT = 8000;
/** Of a network with many detectors not every message is kept. */
const KEEP_SECONDS = 5;

/** Notes that a network was heard of, and what it said. */
export async function noteLoraMessage(kernel: Kernel, { tenantId, loraNetworkId }: LoraContext, body: string) {
  await kernel.database.inTenant(systemWho(tenantId), (tx) =>
    tx.query(
      `update lora_network set last_heard_at = $3, last_message = $4 where tenant_id = $1 and id = $2
         and (last_heard_at is null or last_heard_at < $3::timestamptz - make_interval(secs => ${KEEP_SECONDS}))`,
      [tenantId, loraNetworkId, tx.now, body.slice(0, KEPT)],
    ),
  );
}
