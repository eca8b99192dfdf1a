import type { Readable } from 'node:stream';
import type { CameraAccess } from '@boyun/devices/server';
import { fillLabel, type Label } from '@boyun/kernel/contract';
import { guardedLookup, type Kernel, makeGuard, PrivateAddress } from '@boyun/kernel/server';
import { HttpClient } from 'urllib';
import type { CameraCall, CameraCalls } from '../driver/driver.service.ts';

/** Longer than a camera takes to answer; a driver waits meanwhile. */
const CALL_MS = 4000;
/** Most bytes of a response that are read. */
const MAX_BYTES = 16 * 1024;

const wrong = {
  account: { zh: '相机不接受用户名或密码', en: 'The camera does not take the user name or password' },
  status: { zh: '相机返回状态 {status}', en: 'The camera answered with the status {status}' },
  refused: { zh: '相机未执行：{text}', en: 'The camera did not do it: {text}' },
  silent: { zh: '连接不上相机：{reason}', en: 'The camera cannot be reached: {reason}' },
  private: {
    zh: '该地址指向内网，未在 DEVICE_ALLOW 中放行',
    en: 'The address is private and not permitted in DEVICE_ALLOW',
  },
} as const;

/** Calls cameras at addresses that configuration permits, with HTTP digest; a call is never repeated. */
export class CameraCaller {
  readonly #client: HttpClient;

  constructor(kernel: Kernel) {
    const guard = makeGuard(kernel.configuration.deviceAllow);
    this.#client = new HttpClient({
      lookup: guardedLookup(guard),
      checkAddress: (address) => guard.isAllowed(address),
    });
  }

  /** Makes a call; returns why it failed, null where the camera has done it. */
  async call(
    { url, user, password }: CameraAccess,
    calls: CameraCalls,
    { method, path, body }: CameraCall,
  ): Promise<Label | null> {
    try {
      const { status, res } = await this.#client.request(`${url}${path}`, {
        method,
        ...(body ? { content: body, headers: { 'content-type': 'application/xml' } } : {}),
        digestAuth: `${user}:${password}`,
        timeout: CALL_MS,
        followRedirect: false,
        retry: 0,
        socketErrorRetry: 0,
        streaming: true,
      });
      const text = await beginningOf(res as unknown as Readable);
      if (status === 401 || status === 403) return wrong.account;
      if (status !== 200) return fillLabel(wrong.status, { status: String(status) });
      return calls.isDone(text) ? null : fillLabel(wrong.refused, { text: text.replaceAll(/\s+/g, ' ').slice(0, 80) });
    } catch (error) {
      if (error instanceof PrivateAddress || /illegal.?address/i.test((error as Error).name)) return wrong.private;
      return fillLabel(wrong.silent, { reason: reasonOf(error as Failure) });
    }
  }
}

async function beginningOf(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stream) {
    parts.push(part);
    length += part.length;
    if (length >= MAX_BYTES) break;
  }
  stream.destroy();
  return Buffer.concat(parts).subarray(0, MAX_BYTES).toString('utf8');
}

type Failure = { name: string; code?: string; cause?: { code?: string } };

function reasonOf(error: Failure): string {
  return error.code ?? error.cause?.code ?? error.name;
}
