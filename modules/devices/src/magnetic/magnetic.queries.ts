import { type Database, hashToken, tenantOfToken } from '@boyun/kernel/server';
import { openTo } from '../camera/camera.queries.ts';

/** An authenticated detector. */
export interface MagneticContext {
  readonly tenantId: number;
  readonly magneticId: string;
  readonly serialNo: string;
  readonly lotId: string;
  /** IANA zone of the lot. */
  readonly zone: string;
}

const COLUMNS = `m.tenant_id, m.id as "magneticId", m.serial_no, m.lot_id, lot.time_zone as zone`;
const JOINED = 'from magnetic m join lot_fact lot on lot.tenant_id = m.tenant_id and lot.id = m.lot_id';
/** A detector `m` as its context, to be completed by a condition. */
export const MAGNETIC_CONTEXT = `${COLUMNS} ${JOINED}`;

/** The detector a token belongs to, or null. */
export async function findMagnetic(database: Database, token: string): Promise<MagneticContext | null> {
  const tenantId = tenantOfToken(token);
  if (tenantId === null) return null;
  const [row] = await openTo(database)<MagneticContext>(
    `select ${MAGNETIC_CONTEXT} where m.tenant_id = $1 and m.token_hash = $2`,
    [tenantId, hashToken(token)],
  );
  return row ?? null;
}

/** The detectors with a serial number that may sign their calls, with their sealed keys, in the tenant of that code or (null) in all; at most five. */
export function findSigningMagnetics(
  database: Database,
  serialNo: string,
  tenantCode: string | null,
): Promise<(MagneticContext & { readonly secretSealed: string })[]> {
  return openTo(database)(
    `select ${COLUMNS}, m.secret_sealed ${JOINED} join tenant t on t.id = m.tenant_id
     where m.serial_no = $1 and m.secret_sealed is not null and ($2::text is null or t.code = $2)
     order by m.tenant_id limit 5`,
    [serialNo, tenantCode],
  );
}

/** The detectors with a serial number in all tenants; at most two, since two are already ambiguous. */
export function findMagneticsOf(database: Database, serialNo: string): Promise<MagneticContext[]> {
  return openTo(database)<MagneticContext>(
    `select ${MAGNETIC_CONTEXT} where m.serial_no = $1 and m.secret_sealed is not null order by m.tenant_id limit 2`,
    [serialNo],
  );
}
