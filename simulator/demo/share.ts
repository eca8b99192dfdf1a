import type { SetClock } from '@boyun/kernel/server';
import type { Product } from '@boyun/server/product';
import { phoneOf, signIn } from './sign-in.ts';

const DAY_MS = 24 * 3_600_000;

/** Who shared, on the how manieth day before the end, by which way, and who came of it. */
const DRIVERS = [
  ['operator', 13, 'poster', '林晓', '粤B6K88P'],
  ['operator', 12, 'poster', '何嘉', '粤BD12345'],
  ['admin', 12, 'chat', '郑凯', null],
  ['collector', 11, 'poster', '谢敏', '粤B3T61Q'],
  ['operator', 9, 'chat', '陆遥', '粤BF20817'],
  ['collector', 9, 'poster', '方芳', null],
  ['collector', 9, 'poster', '高远', '粤B71H2K'],
  ['operator', 6, 'sms', '沈默', '粤AD09921'],
  ['operator', 5, 'chat', '苏晴', '粤B8L05M'],
  ['admin', 5, 'link', '蒋毅', null],
  ['operator', 3, 'poster', '叶青', '粤BDK3307'],
  ['collector', 2, 'poster', '潘越', '粤B20V9C'],
  ['operator', 2, 'sms', '杜若', null],
  ['operator', 1, 'poster', '卢卡', '粤B55P8N'],
  ['operator', 0, 'chat', '白露', '粤BA41186'],
] as const;

/** Drivers who came by links of the staff, day by day. */
export async function registerDrivers(product: Product, clock: SetClock, to: Date): Promise<void> {
  for (const [index, [account, daysAgo, Channel, Name, Plate]] of DRIVERS.entries()) {
    clock.set(new Date(to.getTime() - daysAgo * DAY_MS - (DRIVERS.length - index) * 60_000));
    const call = await signIn(product, account);
    const { Code } = await call('/api/share/getCode', {});
    const phone = phoneOf(product, `10.7.0.${index + 1}`);
    const Mobile = `138001380${String(index + 1).padStart(2, '0')}`;
    const sent = await phone('/api/share/sendCode', { Code, Mobile });
    const { CodeId, ShownCode: SmsCode } = sent as unknown as { CodeId: string; ShownCode: string };
    await phone('/api/share/ShareRegister', { Code, Channel, Name, Plate, CodeId, SmsCode, ConsentVersion: 0 });
  }
  clock.set(to);
}
