import { randomBytes } from 'node:crypto';
import { holdLanes, requireLot, showHeldLanes } from '@boyun/facilities/server';
import { kernelRefusal, Refusal, type Row } from '@boyun/kernel/contract';
import { coversLot, handle, requireRoom, type Sweep, serveResource, type TenantTx } from '@boyun/kernel/server';
import { countDevices } from '../camera/camera.queries.ts';
import { box, boxRefusal, pushBoxConfiguration, rotateBoxSecret } from './box.contract.ts';
import { readLaneRules } from './box.queries.ts';
import { markSilentBoxes } from './box.service.ts';
import { boxConfigured, boxSecretRotated } from './box-event.contract.ts';

type Box = Row<typeof box>;

/** Boxes; their lanes must be in the same lot and belong to no other box. */
export const boxServer = serveResource(box, {
  async beforeWrite(tx, values, before) {
    if (!before) await requireRoom(tx, 'device', await countDevices(tx));
    return values;
  },
  afterWrite: (tx, row, before) =>
    holdLanes(tx, 'box', row, before, {
      elsewhere: (lane) => new Refusal(boxRefusal['lane-elsewhere'], { lane }),
      taken: (lane, other) => new Refusal(boxRefusal['lane-taken'], { lane, box: other }),
    }),
  async afterRead(tx, rows) {
    await showHeldLanes(tx, 'box', rows);
    for (const row of rows) row.configurationState = stateOf(row);
  },
});

function stateOf(row: Box): Box['configurationState'] {
  if (row.configurationNumber === 0) return 'none';
  return row.acknowledgedNumber === row.configurationNumber ? 'confirmed' : 'waiting';
}

async function requireBox(tx: TenantTx, boxId: string): Promise<Box> {
  const [row] = await tx.query<Box>(
    `select id, name, lot_id, serial_no, heartbeat_seconds,
       when_offline, configuration_number
     from box where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, boxId],
  );
  if (!row || !coversLot(tx.who, row.lotId))
    throw new Refusal(kernelRefusal['not-found'], { what: box.title[tx.who.language] });
  return row;
}

/** The secret is returned in plain text only here. */
export const rotateBoxSecretServer = handle(rotateBoxSecret, async (tx, { boxId }, act, kernel) => {
  const row = await requireBox(tx, boxId);
  const deviceSecret = randomBytes(32).toString('base64url');
  await tx.query('update box set secret_sealed = $3, updated_at = $4 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    boxId,
    kernel.secrets.encrypt(deviceSecret),
    tx.now,
  ]);
  act.describe({ subjectKind: box.name, subjectId: boxId, subject: row.name });
  tx.emit(boxSecretRotated, { lotId: row.lotId, subjectId: boxId, data: { boxId } });
  return { serialNo: row.serialNo, deviceSecret, statusPath: '/api/box/status', passingPath: '/api/box/passing' };
});

export const pushBoxConfigurationServer = handle(pushBoxConfiguration, async (tx, { boxId }, act) => {
  const row = await requireBox(tx, boxId);
  const lanes = await readLaneRules(tx, boxId);
  if (lanes.length === 0) throw new Refusal(boxRefusal['no-lanes']);
  const lot = await requireLot(tx, row.lotId);
  const content = {
    HeartbeatSeconds: row.heartbeatSeconds,
    WhenOffline: row.whenOffline,
    Lot: { Name: lot.name, Code: lot.code, State: lot.state, Capacity: lot.capacity, TimeZone: lot.timeZone },
    Lanes: lanes,
  };
  const configurationNumber = row.configurationNumber + 1;
  await tx.query(
    `update box set configuration = $3, configuration_number = $4, pushed_at = $5, version = version + 1, updated_at = $5
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, boxId, JSON.stringify(content), configurationNumber, tx.now],
  );
  act.describe({
    subjectKind: box.name,
    subjectId: boxId,
    subject: row.name,
    after: { configurationNumber, lanes: lanes.map((one) => one.Name) },
  });
  tx.emit(boxConfigured, {
    lotId: row.lotId,
    subjectId: boxId,
    data: { boxId, configurationNumber },
  });
  return { configurationNumber };
});

/** Marks boxes that went offline. */
export const silentBoxes: Sweep = { name: 'silent-boxes', everySeconds: 5, run: markSilentBoxes };
