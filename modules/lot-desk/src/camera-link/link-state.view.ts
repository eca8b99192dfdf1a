import type { Label } from '@boyun/kernel/contract';

/** What is known about a camera that is being connected. */
export interface LinkFacts {
  readonly isOnline: boolean;
  readonly lastSeenAt: Date | null;
  /** When its new secret was made; null while it keeps the one it has. */
  readonly secretAt: Date | null;
  readonly hasPicture: boolean;
}

/** How far the connection is: the secret is not made yet, no heartbeat with it, heard, or heard with a picture. */
export type LinkState = 'no-secret' | 'waiting' | 'heard' | 'seen';

/** Returns how far the connection is. A heartbeat from before the new secret does not count: it was sent with the old one. */
export function linkStateOf({ isOnline, lastSeenAt, secretAt, hasPicture }: LinkFacts): LinkState {
  const isHeard = isOnline && lastSeenAt !== null && (secretAt === null || lastSeenAt >= secretAt);
  if (isHeard) return hasPicture ? 'seen' : 'heard';
  return secretAt === null ? 'no-secret' : 'waiting';
}

/** A refused message, as the quarantine lists it. */
export interface RefusedMessage {
  readonly id: string;
  readonly cameraId: string | null;
  readonly serialNo: string | null;
  readonly reason: string;
  readonly lastReceivedAt: Date;
}

/** Returns the refused messages of a camera, by its id or by its serial number, that came after a moment. */
export function faultsOf<M extends RefusedMessage>(
  rows: readonly M[],
  { id, serialNo }: { readonly id: string; readonly serialNo: string | null },
  since: Date,
): readonly M[] {
  const isOwn = (row: M) =>
    row.cameraId === id || (row.cameraId === null && serialNo !== null && row.serialNo === serialNo);
  return rows.filter((row) => row.lastReceivedAt >= since && isOwn(row));
}

/** What to do about a refused message, by its reason. */
export const REMEDIES: Readonly<Record<string, Label>> = {
  unknown: { zh: '令牌不对：请重新复制完整的接入地址', en: 'The token is wrong: copy the whole address again' },
  'wrong-serial': {
    zh: '序列号与登记不符：请核对相机铭牌，或清空登记的序列号',
    en: 'The serial number is not the registered one: check the label of the camera, or clear the registered number',
  },
  'bad-signature': { zh: '签名密钥不对：请重新填写签名密钥', en: 'The signing secret is wrong: enter it again' },
  'old-timestamp': {
    zh: '相机时间不准：请在相机中开启网络校时',
    en: 'The clock of the camera is off: turn on its network time',
  },
  malformed: {
    zh: '报文格式不对：请核对相机的协议与所选协议是否一致',
    en: 'The format is wrong: check that the camera uses the chosen protocol',
  },
};
