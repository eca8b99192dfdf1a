import type { Product } from '../product.ts';
import { signIn } from './sign-in.ts';

const DRIVERS = [
  ['operator', '林晓', '13800138001', '粤B6K88P'],
  ['operator', '何嘉', '13800138002', '粤BD12345'],
  ['admin', '郑凯', '13800138003', null],
] as const;

/** Drivers who came by a poster of the staff. */
export async function registerDrivers(product: Product): Promise<void> {
  const { secrets } = product.kernel;
  for (const [account, Name, Mobile, Plate] of DRIVERS) {
    const call = await signIn(product, account);
    const { Code } = await call('/api/share/getCode', {});
    const { CaptchaId } = await call('/api/tenantUser/getCaptcha', {});
    const [CaptchaText] = secrets.decrypt(CaptchaId).split(' ');
    await call('/api/share/register', { Code, Name, Mobile, Plate, CaptchaId, CaptchaText });
  }
}
