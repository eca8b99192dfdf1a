import type { Secrets } from '@boyun/kernel/server';

/** The viewing a token is for. */
export interface WatchToken {
  readonly tenantId: number;
  readonly viewingId: string;
}

const FORM = /^(\d{1,9})\.([0-9a-f-]{36})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/;
const PURPOSE = 'video-watch';
const signedText = (tenantId: number | string, viewingId: string, until: number | string) =>
  `${tenantId} ${viewingId} ${until}`;

/** Returns a token that lets a media server show the camera of one viewing until a moment. */
export function makeToken(secrets: Secrets, { tenantId, viewingId }: WatchToken, until: Date): string {
  const seconds = Math.floor(until.getTime() / 1000);
  return `${tenantId}.${viewingId}.${seconds}.${secrets.sign(PURPOSE, signedText(tenantId, viewingId, seconds))}`;
}

/** Returns what a token is for; null where it is not one of this installation, or has expired. */
export function readToken(secrets: Secrets, token: string, now: Date): WatchToken | null {
  const [, tenantId, viewingId, until, signature] = FORM.exec(token) ?? [];
  if (!tenantId || Number(until) * 1000 <= now.getTime()) return null;
  if (!secrets.isSigned(PURPOSE, signedText(tenantId, viewingId!, until!), signature!)) return null;
  return { tenantId: Number(tenantId), viewingId: viewingId! };
}
