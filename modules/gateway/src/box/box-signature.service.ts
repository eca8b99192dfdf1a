import {
  type BoxContext,
  type DeviceContext,
  findSigningBoxes,
  findSigningCameras,
  findSigningMagnetics,
  type MagneticContext,
} from '@boyun/devices/server';
import { type Database, type Kernel, sameText } from '@boyun/kernel/server';
import { DeviceFault } from '../message/device-fault.service.ts';
import { isSerial } from '../message/payload.service.ts';
import { signCall } from './sign-call.service.ts';
import type { CallMark } from './signed-call.service.ts';

/** Seconds a signed call's timestamp may be away from the server's clock. */
export const MAX_SKEW_SECONDS = 300;

/** The parts of a signed call that are verified. */
export interface SignedCall {
  readonly method: string;
  /** Path without a query. */
  readonly path: string;
  readonly body: Uint8Array;
  /** Headers `timestamp` (seconds, with up to three decimals), `signature` (hex), `serialnumber`, and `tenant` (code) where serials may repeat. */
  readonly headers: Headers;
  readonly signers: Signers;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;
type Sealed<T> = T & { readonly secretSealed: string };

/** The cameras, boxes and detectors with the serial number a call names, each looked up once. */
export interface Signers {
  cameras(): Promise<readonly Sealed<DeviceContext>[]>;
  boxes(): Promise<readonly Sealed<BoxContext>[]>;
  magnetics(): Promise<readonly Sealed<MagneticContext>[]>;
}

const signers = new WeakMap<object, Signers>();

/** The possible signers of a request, looked up once for it. */
export function signersFor(kernel: Kernel, request: { readonly headers: Headers }): Signers {
  const found = signers.get(request) ?? signersOf(kernel, request.headers);
  signers.set(request, found);
  return found;
}

/** Returns the possible signers of a call by its headers; makes no query for a text that is not a serial number. */
function signersOf(kernel: Kernel, headers: Headers): Signers {
  const serialNo = header(headers, 'serialnumber');
  const tenant = header(headers, 'tenant') || null;
  const find = async <T>(by: (database: Database, serialNo: string, tenantCode: string | null) => Promise<T[]>) =>
    isSerial(serialNo) ? by(kernel.database, serialNo, tenant) : [];
  let cameras: Promise<Sealed<DeviceContext>[]> | null = null;
  let boxes: Promise<Sealed<BoxContext>[]> | null = null;
  let magnetics: Promise<Sealed<MagneticContext>[]> | null = null;
  return {
    cameras() {
      cameras ??= find(findSigningCameras);
      return cameras;
    },
    boxes() {
      boxes ??= find(findSigningBoxes);
      return boxes;
    },
    magnetics() {
      magnetics ??= find(findSigningMagnetics);
      return magnetics;
    },
  };
}

/** Returns the caller, or the fault that refuses the call with the claimed device, if there is just one. */
export type Checked<T> = { device: T; fault: null } | { device: T | null; fault: DeviceFault };

/** What identifies a call whose signature was checked. */
export function markOf({ headers }: Pick<SignedCall, 'headers'>): CallMark {
  const acceptedUntil = Number(header(headers, 'timestamp')) + MAX_SKEW_SECONDS;
  return { signature: header(headers, 'signature').toLowerCase(), expiresAt: new Date(acceptedUntil * 1000) };
}

/** Which camera made a call. */
export function checkCall(kernel: Kernel, call: SignedCall): Promise<Checked<DeviceContext>> {
  return checkSigner(kernel, call, call.signers.cameras);
}

/** Which box made a call. */
export function checkBoxCall(kernel: Kernel, call: SignedCall): Promise<Checked<BoxContext>> {
  return checkSigner(kernel, call, call.signers.boxes);
}

/** Which detector made a call. */
export function checkMagneticCall(kernel: Kernel, call: SignedCall): Promise<Checked<MagneticContext>> {
  return checkSigner(kernel, call, call.signers.magnetics);
}

/** Which of the devices with the serial number of a call made it. */
export async function checkSigner<T extends object>(
  kernel: Kernel,
  call: Omit<SignedCall, 'signers'>,
  find: () => Promise<readonly Sealed<T>[]>,
): Promise<Checked<T>> {
  const serialNo = header(call.headers, 'serialnumber');
  const refused = (reason: 'unknown' | 'bad-signature' | 'old-timestamp', detail: string, device: T | null) => ({
    device,
    fault: new DeviceFault(reason, detail),
  });
  if (!isSerial(serialNo)) return refused('unknown', 'no serial number', null);
  const found = await find();
  if (found.length === 0) return refused('unknown', serialNo, null);
  const timestamp = header(call.headers, 'timestamp');
  const signature = header(call.headers, 'signature').toLowerCase();
  const { method, path, body } = call;
  const signer = found.find((one) =>
    sameText(signCall(kernel.secrets.decrypt(one.secretSealed), timestamp, method, path, body), signature),
  );
  const claimed = found.length === 1 ? bare(found[0]!) : null;
  if (!signer) return refused('bad-signature', serialNo, claimed);
  const skew = Math.abs(Number(timestamp) - kernel.clock.now().getTime() / 1000);
  if (!/^\d{1,12}(\.\d{1,3})?$/.test(timestamp) || skew > MAX_SKEW_SECONDS)
    return refused('old-timestamp', `${Math.round(skew)} s`, bare(signer));
  return { device: bare(signer), fault: null };
}

/** The caller without its sealed key. */
function bare<T extends object>({ secretSealed: _, ...device }: Sealed<T>): T {
  return device as unknown as T;
}

function header(headers: Headers, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
}
