import type { TenantTx } from '@boyun/kernel/server';

/** How well a camera reads at present; null where no car came. */
export interface CameraFigures {
  readonly cameraId: string;
  readonly readPercent: number | null;
  readonly meanConfidence: number | null;
  readonly aheadSeconds: number | null;
}

/** Writes how well cameras read, for their list. */
export async function noteQuality(tx: TenantTx, figures: readonly CameraFigures[]): Promise<void> {
  await tx.query(
    `update camera c set read_percent = f.read_percent, mean_confidence = f.mean_confidence, ahead_seconds = f.ahead_seconds
     from unnest($2::uuid[], $3::int[], $4::int[], $5::int[]) as f (id, read_percent, mean_confidence, ahead_seconds)
     where c.tenant_id = $1 and c.id = f.id
       and (c.read_percent, c.mean_confidence, c.ahead_seconds) is distinct from (f.read_percent, f.mean_confidence, f.ahead_seconds)`,
    [
      tx.tenantId,
      figures.map((one) => one.cameraId),
      figures.map((one) => one.readPercent),
      figures.map((one) => one.meanConfidence),
      figures.map((one) => one.aheadSeconds),
    ],
  );
}
