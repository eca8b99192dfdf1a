import { post } from '@boyun/kernel/web';
import type { SolvedChallenge } from './captcha-thread.ts';

/** Input of a call that requires a captcha. */
export interface SolvedCaptcha {
  readonly CaptchaId: string;
  readonly CaptchaText: string;
}

/** Fetches a captcha, which is harder after failed attempts of `account`, and solves it in a worker thread. */
export async function solveCaptcha(
  forAccount: { Account?: string; TenantId?: string | null } = {},
): Promise<SolvedCaptcha> {
  const { data } = await post('/api/tenantUser/getCaptcha', forAccount, { isQuiet: true });
  const { CaptchaId } = data as { CaptchaId: string };
  const worker = new Worker(new URL('./captcha-thread.ts', import.meta.url), { type: 'module' });
  try {
    const { solution } = await new Promise<SolvedChallenge>((resolve, reject) => {
      worker.onmessage = ({ data: solved }: MessageEvent<SolvedChallenge>) => resolve(solved);
      worker.onerror = (event) => reject(new Error(`the captcha was not solved: ${event.message}`));
      worker.postMessage(JSON.parse(CaptchaId));
    });
    return { CaptchaId, CaptchaText: JSON.stringify(solution) };
  } finally {
    worker.terminate();
  }
}
