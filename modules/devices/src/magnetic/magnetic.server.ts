import { randomBytes } from 'node:crypto';
import { bindDetector, findDetected } from '@boyun/facilities/server';
import { Refusal } from '@boyun/kernel/contract';
import {
  coversLot,
  handle,
  hashToken,
  newToken,
  notFound,
  retainedTable,
  type Sweep,
  serveReport,
  serveResource,
  type TenantTx,
} from '@boyun/kernel/server';
import {
  bindMagnetic,
  magnetic,
  magneticMessageList,
  magneticRefusal,
  muteMagnetic,
  resumeMagnetic,
  rotateMagneticSecret,
  testMagnetic,
} from './magnetic.contract.ts';
import { markSilentMagnetics } from './magnetic.service.ts';
import { magneticBound, magneticQuieted, magneticSecretRotated } from './magnetic-event.contract.ts';

/** The table of detectors. A detector that moves to another lot or is removed releases its spot; a new number keeps it. */
export const magneticServer = serveResource(magnetic, {
  async afterWrite(tx, row, before) {
    if (!before || (before.serialNo === row.serialNo && before.lotId === row.lotId)) return;
    const [spot] = await findDetected(tx, [before.serialNo]);
    await bindDetector(tx, before.lotId, before.serialNo, null);
    if (spot && before.lotId === row.lotId) await bindDetector(tx, row.lotId, row.serialNo, spot.id);
  },
  async beforeDelete(tx, row) {
    await bindDetector(tx, row.lotId, row.serialNo, null);
  },
  async afterRead(tx, rows) {
    const spots = await findDetected(
      tx,
      rows.map((row) => row.serialNo),
    );
    const said = await tx.query<{ id: string; isTaken: boolean }>(
      'select id, is_taken from magnetic where tenant_id = $1 and id = any($2::uuid[]) and is_taken is not null',
      [tx.tenantId, rows.map((row) => row.id)],
    );
    for (const row of rows) {
      row.spotId = spots.find((one) => one.detectorNo === row.serialNo)?.id ?? null;
      const state = said.find((one) => one.id === row.id);
      row.spotState = state ? (state.isTaken ? 'taken' : 'free') : null;
      if (row.quietUntil && row.quietUntil <= tx.now) row.quietKind = null;
    }
  },
});

interface Detector {
  readonly id: string;
  readonly serialNo: string;
  readonly lotId: string;
  readonly isQuiet: boolean;
}

/** Returns a detector of a lot of the caller, locked. */
async function requireMagnetic(tx: TenantTx, id: string): Promise<Detector> {
  const [row] = await tx.query<Detector>(
    `select id, serial_no, lot_id, coalesce(quiet_until > $3, false) as "isQuiet"
     from magnetic where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id, tx.now],
  );
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, magnetic.title);
  return row;
}

const subjectOf = ({ id, serialNo }: Detector) => ({ subjectKind: magnetic.name, subjectId: id, subject: serialNo });

interface Quiet {
  readonly kind: 'test' | 'muted';
  readonly until: Date;
  readonly reason: string | null;
}

async function setQuiet(tx: TenantTx, one: Detector, quiet: Quiet | null): Promise<void> {
  await tx.query(
    `update magnetic set quiet_kind = $3, quiet_until = $4, quiet_reason = $5, quiet_by = $6, version = version + 1, updated_at = $7
     where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      one.id,
      quiet?.kind ?? null,
      quiet?.until ?? null,
      quiet?.reason ?? null,
      quiet ? tx.who.name : null,
      tx.now,
    ],
  );
  tx.emit(magneticQuieted, {
    lotId: one.lotId,
    subjectId: one.id,
    data: { magneticId: one.id, name: one.serialNo, quietKind: quiet?.kind ?? null, until: quiet?.until ?? null },
  });
}

/** Binding, testing and muting detectors, and their secrets. */
export const magneticServers = [
  handle(bindMagnetic, async (tx, { magneticId, spotId }, act) => {
    const one = await requireMagnetic(tx, magneticId);
    const spot = await bindDetector(tx, one.lotId, one.serialNo, spotId);
    if (spotId && !spot) throw new Refusal(magneticRefusal['spot-elsewhere']);
    act.describe({ ...subjectOf(one), after: { spot: spot?.number ?? null } });
    tx.emit(magneticBound, {
      lotId: one.lotId,
      subjectId: one.id,
      data: { magneticId, name: one.serialNo, spotId: spot?.id ?? null },
    });
    return {};
  }),
  handle(testMagnetic, async (tx, { magneticId, minutes }, act) => {
    const one = await requireMagnetic(tx, magneticId);
    await setQuiet(tx, one, { kind: 'test', until: new Date(tx.now.getTime() + minutes * 60_000), reason: null });
    act.describe({ ...subjectOf(one), after: { minutes } });
    return {};
  }),
  handle(muteMagnetic, async (tx, { magneticId, hours, reason }, act) => {
    const one = await requireMagnetic(tx, magneticId);
    await setQuiet(tx, one, { kind: 'muted', until: new Date(tx.now.getTime() + hours * 3_600_000), reason });
    act.describe({ ...subjectOf(one), after: { hours, reason } });
    return {};
  }),
  handle(resumeMagnetic, async (tx, { magneticId }, act) => {
    const one = await requireMagnetic(tx, magneticId);
    if (!one.isQuiet) throw new Refusal(magneticRefusal['not-quiet']);
    await setQuiet(tx, one, null);
    act.describe(subjectOf(one));
    return {};
  }),
  handle(rotateMagneticSecret, async (tx, { magneticId }, act, kernel) => {
    const one = await requireMagnetic(tx, magneticId);
    const token = newToken(tx.tenantId);
    const deviceSecret = randomBytes(32).toString('base64url');
    await tx.query(
      `update magnetic set token_hash = $3, secret_sealed = $4, version = version + 1, updated_at = $5
       where tenant_id = $1 and id = $2`,
      [tx.tenantId, magneticId, hashToken(token), kernel.secrets.encrypt(deviceSecret), tx.now],
    );
    act.describe(subjectOf(one));
    tx.emit(magneticSecretRotated, { lotId: one.lotId, subjectId: magneticId, data: { magneticId } });
    return {
      serialNo: one.serialNo,
      token,
      deviceSecret,
      tokenPath: `/api/detector/${token}/report`,
      signedPath: '/api/detector/report',
      topic: `device/${one.serialNo}/message/up/spot_state`,
    };
  }),
];

/** The messages of detectors. */
export const magneticMessageListServer = serveReport(magneticMessageList, {
  from: 'magnetic_message',
  as: 'm',
  lot: 'm.lot_id',
  own: null,
  period: { at: 'm.received_at', id: 'm.id' },
  sorts: { receivedAt: 'm.id' },
  order: 'm.received_at desc, m.id desc',
});

/** Marks detectors that went offline. */
export const silentMagnetics: Sweep = { name: 'silent-magnetics', everySeconds: 60, run: markSilentMagnetics };

/** Deletes messages of detectors after the tenant's retention period. */
export const retainedMagneticMessages = retainedTable({
  key: 'deviceMessage',
  part: 'magnetic',
  table: 'magnetic_message',
});
