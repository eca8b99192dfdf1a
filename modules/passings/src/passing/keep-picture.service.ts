import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { DeviceContext } from '@boyun/devices/server';
import type { Kernel } from '@boyun/kernel/server';
import type { PassingMessage } from './passage.service.ts';

/** Timeout for writing a picture. */
const WRITE_WITHIN_MS = 5000;
const ALARM = 'pictures-lost';

/**
 * Stores the picture of a passing under a name derived from its event, so that a repeated message stores it once. Never
 * throws: if the write fails, it returns the error code and raises an alarm; the passing is judged without a picture.
 */
export async function keepPicture(
  kernel: Kernel,
  device: DeviceContext,
  message: PassingMessage,
): Promise<{ key: string | null; lost: string | null }> {
  const { picture } = message;
  if (!picture || picture.length === 0) return { key: null, lost: null };
  const day = message.happenedAt.toISOString().slice(0, 10);
  const name = createHash('sha256').update(`${device.cameraId} ${message.eventKey}`).digest('hex').slice(0, 32);
  const key = `${device.tenantId}/passing/${day}/${name}.jpg`;
  const lost = await codeOf(kernel.files.spool(key, picture));
  if (lost) kernel.metrics.picturesLost.inc({ reason: lost });
  // Not awaited: the barrier must not wait for the alarm to be written.
  if (lost)
    void kernel.systemAlarms.raise({
      name: ALARM,
      subject: hostname(),
      zh: `过车图片无法写入（${lost}），车辆照常处理，图片丢失；请检查文件磁盘`,
      en: `Pictures of passings cannot be written (${lost}); cars are decided without them. Check the disk of the files`,
    });
  else void kernel.systemAlarms.clear(ALARM, hostname());
  return { key: lost ? null : key, lost };
}

/** Error code of a failed write, `ETIMEDOUT` on timeout, or null on success. */
async function codeOf(write: Promise<void>): Promise<string | null> {
  const late = new AbortController();
  const ended = write.then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code ?? 'EIO',
  );
  const code = await Promise.race([
    ended,
    pause(WRITE_WITHIN_MS, 'ETIMEDOUT', { signal: late.signal }).catch(() => null),
  ]);
  late.abort();
  return code;
}
