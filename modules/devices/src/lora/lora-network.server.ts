import { readDetector, readUplink, type UplinkMap } from '@boyun/domain/lora-uplink';
import { handle, hashToken, newToken, notFound, serveResource, type TenantTx } from '@boyun/kernel/server';
import { LORA_PREFIX, LORA_USER, loraNetwork, readLoraMessage, rotateLoraToken } from './lora-network.contract.ts';
import { MAP_COLUMNS } from './lora-network.queries.ts';
import { loraTokenRotated } from './lora-network-event.contract.ts';

/** The table of networks. */
export const loraNetworkServer = serveResource(loraNetwork);

type Network = UplinkMap & { readonly name: string; readonly lastMessage: string | null };

async function requireNetwork(tx: TenantTx, id: string): Promise<Network> {
  const [row] = await tx.query<Network>(
    `select n.name, n.last_message, ${MAP_COLUMNS} from lora_network n where n.tenant_id = $1 and n.id = $2`,
    [tx.tenantId, id],
  );
  if (!row) throw notFound(tx.who, loraNetwork.title);
  return row;
}

/** The token of a network, and what it sent. */
export const loraNetworkServers = [
  handle(rotateLoraToken, async (tx, { loraNetworkId }, act) => {
    const { name } = await requireNetwork(tx, loraNetworkId);
    const token = newToken(tx.tenantId);
    await tx.query(
      'update lora_network set token_hash = $3, version = version + 1, updated_at = $4 where tenant_id = $1 and id = $2',
      [tx.tenantId, loraNetworkId, hashToken(token), tx.now],
    );
    act.describe({ subjectKind: loraNetwork.name, subjectId: loraNetworkId, subject: name });
    tx.emit(loraTokenRotated, { subjectId: loraNetworkId, data: { loraNetworkId } });
    return {
      address: `${LORA_PREFIX}/${token}/up`,
      userName: LORA_USER,
      token,
      topics: 'application/+/device/+/event/up · v3/+/devices/+/up',
    };
  }),
  handle(readLoraMessage, async (tx, { loraNetworkId }) => {
    const { lastMessage: body, ...map } = await requireNetwork(tx, loraNetworkId);
    const uplink = body === null ? null : readUplink(parsed(body));
    if (!uplink || uplink === 'other') return { body, isKnown: false, ...NOTHING };
    const { devEui, counter, port, bytes, signalDbm } = uplink;
    const known = await tx.query('select from magnetic where tenant_id = $1 and serial_no = any($2)', [
      tx.tenantId,
      [devEui, devEui.toLowerCase()],
    ]);
    return {
      body,
      devEui,
      isKnown: known.length > 0,
      counter,
      port,
      bytes: bytes.length > 0 ? bytes.map((one) => one.toString(16).padStart(2, '0')).join(' ') : null,
      signalDbm,
      ...readDetector(map, uplink),
    };
  }),
];

const NOTHING = {
  devEui: null,
  counter: null,
  port: null,
  bytes: null,
  isTaken: null,
  batteryPercent: null,
  signalDbm: null,
};

/** A message that was cut off is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
