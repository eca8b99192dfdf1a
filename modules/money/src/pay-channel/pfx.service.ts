import { Worker } from 'node:worker_threads';
import { Refusal } from '@boyun/kernel/contract';
import { type Kernel, timeLimit } from '@boyun/kernel/server';
import { payChannelRefusal } from './pay-channel.contract.ts';
import type { PfxContent, PfxTask } from './pfx-thread.jobs.ts';

/** Files of providers are opened in a fraction of this. */
const TIMEOUT_MS = 5000;
const LIMITS = { maxOldGenerationSizeMb: 64 };

/** Returns certificate and private key of a certificate file (PKCS#12, in base64) as PEM; refuses one that does not open. */
export async function openPfx(
  { configuration }: Kernel,
  file: string,
  password: string,
): Promise<Exclude<PfxContent, string>> {
  const task: PfxTask = { file, password };
  const thread = new Worker(new URL('./pfx-thread.jobs.ts', import.meta.url), {
    workerData: task,
    resourceLimits: LIMITS,
  });
  thread.unref();
  let late: NodeJS.Timeout | undefined;
  try {
    const content = await new Promise<PfxContent>((resolve) => {
      late = setTimeout(() => resolve('not-a-pfx'), timeLimit(configuration, TIMEOUT_MS));
      thread.once('message', resolve);
      thread.once('error', () => resolve('not-a-pfx'));
    });
    if (typeof content === 'string') throw new Refusal(payChannelRefusal[content]);
    return content;
  } finally {
    clearTimeout(late);
    await thread.terminate();
  }
}
