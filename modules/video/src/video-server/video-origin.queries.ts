import type { TenantTx } from '@boyun/kernel/server';
import { isTrial } from '@boyun/money/server';
import type { VideoServerKind } from './video-server.contract.ts';

/** What a lot's pictures come from. */
export interface VideoOrigin {
  /** Null where nothing is set up: the snapshots of the cameras. */
  readonly id: string | null;
  readonly kind: VideoServerKind;
  readonly lotId: string | null;
  readonly whepUrl: string | null;
  readonly hlsUrl: string | null;
  readonly playbackUrl: string | null;
  readonly addressMinutes: number;
  readonly viewerLimit: number;
  readonly snapshotSeconds: number;
}

const PLAIN: VideoOrigin = {
  id: null,
  kind: 'snapshot',
  lotId: null,
  whepUrl: null,
  hlsUrl: null,
  playbackUrl: null,
  addressMinutes: 5,
  viewerLimit: 64,
  snapshotSeconds: 10,
};

/** Returns a function that finds what a lot's pictures come from: its own source, else that of all lots, else the cameras' snapshots. */
export async function findOrigins(tx: TenantTx): Promise<(lotId: string) => VideoOrigin> {
  const rows = await tx.query<VideoOrigin>(
    `select id, kind, lot_id, whep_url, hls_url, playback_url, address_minutes, viewer_limit, snapshot_seconds
     from video_server where tenant_id = $1 and is_enabled`,
    [tx.tenantId],
  );
  // A simulation ends with the trial.
  const hasSandbox = rows.some(({ kind }) => kind === 'sandbox') && (await isTrial(tx));
  const usable = rows.filter(({ kind }) => kind !== 'sandbox' || hasSandbox);
  const common = usable.find(({ lotId }) => lotId === null) ?? PLAIN;
  const ofLot = new Map(usable.map((one) => [one.lotId, one]));
  return (lotId) => ofLot.get(lotId) ?? common;
}
