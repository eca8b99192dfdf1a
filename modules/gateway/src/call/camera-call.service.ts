import type { Readable } from 'node:stream';
import type { CameraAccess } from '@boyun/devices/server';
import { fillLabel, type Label } from '@boyun/kernel/contract';
import { guardedLookup, type Kernel, makeGuard, PrivateAddress, timeLimit } from '@boyun/kernel/server';
import { HttpClient } from 'urllib';
import type { CameraCalls, OrderCall } from '../driver/driver.service.ts';
import { isPicture, MAX_PICTURE_BYTES } from '../message/payload.service.ts';

/** Longer than a camera takes to answer; a driver waits meanwhile. */
const CALL_MS = 4000;
/** Most bytes of a response that are read. */
const MAX_BYTES = 16 * 1024;

const wrong = {
  account: { zh: '相机不接受用户名或密码', en: 'The camera does not take the user name or password' },
  status: { zh: '相机返回状态 {status}', en: 'The camera answered with the status {status}' },
  refused: { zh: '相机未执行：{text}', en: 'The camera did not do it: {text}' },
  picture: { zh: '相机未返回图片', en: 'The camera returned no picture' },
  silent: { zh: '连接不上相机：{reason}', en: 'The camera cannot be reached: {reason}' },
  private: {
    zh: '该地址指向内网，未在 DEVICE_ALLOW 中放行',
    en: 'The address is private and not permitted in DEVICE_ALLOW',
  },
} as const;

/** Calls cameras at addresses that configuration permits, with HTTP digest; a call is never repeated. */
export class CameraCaller {
  readonly #client: HttpClient;
  readonly #timeoutMs: number;

  constructor(kernel: Kernel) {
    this.#timeoutMs = timeLimit(kernel.configuration, CALL_MS);
    const guard = makeGuard(kernel.configuration.deviceAllow);
    this.#client = new HttpClient({
      lookup: guardedLookup(guard),
      checkAddress: (address) => guard.isAllowed(address),
    });
  }

  /** Makes a call; `wrong` says why it failed, null where the camera has done it. */
  async call(
    { url, user, password }: CameraAccess,
    calls: CameraCalls,
    { method, path, body, answers }: OrderCall,
  ): Promise<Called> {
    const failed = (label: Label): Called => ({ wrong: label, bytes: Buffer.alloc(0) });
    try {
      const { status, res } = await this.#client.request(`${url}${path}`, {
        method,
        ...(body ? { content: body, headers: { 'content-type': 'application/xml' } } : {}),
        digestAuth: `${user}:${password}`,
        timeout: this.#timeoutMs,
        followRedirect: false,
        retry: 0,
        socketErrorRetry: 0,
        streaming: true,
      });
      const bytes = await beginningOf(
        res as unknown as Readable,
        answers === 'picture' ? MAX_PICTURE_BYTES : MAX_BYTES,
      );
      if (status === 401 || status === 403) return failed(wrong.account);
      if (status !== 200) return failed(fillLabel(wrong.status, { status: String(status) }));
      if (answers === 'picture') return isPicture(bytes) ? { wrong: null, bytes } : failed(wrong.picture);
      const text = bytes.toString('utf8');
      if (calls.isDone(text)) return { wrong: null, bytes };
      return failed(fillLabel(wrong.refused, { text: text.replaceAll(/\s+/g, ' ').slice(0, 80) }));
    } catch (error) {
      if (error instanceof PrivateAddress || /illegal.?address/i.test((error as Error).name))
        return failed(wrong.private);
      return failed(fillLabel(wrong.silent, { reason: reasonOf(error as Failure) }));
    }
  }
}

/** What became of a call. */
interface Called {
  readonly wrong: Label | null;
  readonly bytes: Buffer;
}

async function beginningOf(stream: Readable, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stream) {
    parts.push(part);
    length += part.length;
    if (length >= most) break;
  }
  stream.destroy();
  return Buffer.concat(parts).subarray(0, most);
}

type Failure = { name: string; code?: string; cause?: { code?: string } };

function reasonOf(error: Failure): string {
  return error.code ?? error.cause?.code ?? error.name;
}
