import { coversLot, type TenantTx } from '@boyun/kernel/server';

interface Waiting {
  readonly cameraId: string;
  readonly name: string;
  readonly lotId: string;
  readonly lotName: string;
  readonly laneName: string;
  readonly protocol: string;
  readonly state: 'never' | 'online' | 'offline';
  readonly messageCount: number;
  readonly lastMessageAt: Date | null;
}

/** Cameras are listed while their maker is unknown, and for a day after they were made. */
export async function findWaiting(tx: TenantTx, unknown: string): Promise<Omit<Waiting, 'lotId'>[]> {
  const rows = await tx.query<Waiting>(
    `select c.id as "cameraId", c.name, c.lot_id, lot.name as lot_name, l.name as lane_name, c.protocol, c.state,
       count(m.id)::int as message_count, max(m.received_at) as last_message_at
     from camera_fact c
     join lane_fact l on l.tenant_id = c.tenant_id and l.id = c.lane_id
     join lot_fact lot on lot.tenant_id = c.tenant_id and lot.id = c.lot_id
     left join device_message m on m.tenant_id = c.tenant_id and m.camera_id = c.id
     where c.tenant_id = $1 and (c.protocol = $2 or c.created_at > $3)
     group by c.id, c.name, c.lot_id, lot.name, l.name, c.protocol, c.state, c.created_at
     order by c.protocol = $2 desc, c.created_at desc, c.id limit 60`,
    [tx.tenantId, unknown, new Date(tx.now.getTime() - DAY_MS)],
  );
  return rows.filter(({ lotId }) => coversLot(tx.who, lotId)).map(({ lotId: _lotId, ...row }) => row);
}

const DAY_MS = 86_400_000;

interface Stranger {
  readonly quarantineId: string;
  readonly protocol: string;
  readonly address: string | null;
  readonly serialNo: string | null;
  readonly knownCameraId: string | null;
  readonly lastReceivedAt: Date;
  readonly seenCount: number;
}

/** Callers of the last day without a valid token; a serial number may show whose token is old. */
export function findStrangers(tx: TenantTx): Promise<Stranger[]> {
  return tx.query<Stranger>(
    `select q.id as "quarantineId", q.protocol, q.address, q.serial_no, c.id as "knownCameraId", q.last_received_at, q.seen_count
     from quarantine q left join camera_fact c on c.tenant_id = q.tenant_id and c.serial_no = q.serial_no
       and ($3::uuid[] is null or c.lot_id = any($3::uuid[]))
     where q.tenant_id = $1 and q.reason = 'unknown' and q.state = 'kept' and q.last_received_at > $2
     order by q.last_received_at desc, q.id desc limit 20`,
    [tx.tenantId, new Date(tx.now.getTime() - DAY_MS), tx.who.lotIds],
  );
}
