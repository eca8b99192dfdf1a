import { type Decision, SmsFault, type SmsProvider } from './sms.service.ts';

/** How long the sandbox checks a text. */
const CHECK_MS = 60_000;
/** SMS of a new account. */
const FIRST_COUNT = 10_000;
/** What providers refuse in texts. */
const BARRED = ['【', '贷款', '中奖', '免费领'];

/**
 * A provider that sends nothing, for trial tenants without a real one. It behaves like the others: it checks a text for a minute, refuses
 * signatures and words that providers bar, and refuses numbers that end in 0000. `used` is how many SMS it has taken.
 */
export const sandboxSms = (used: () => Promise<number>): SmsProvider => ({
  name: 'sandbox',
  async send({ mobile }) {
    const isTaken = !mobile.endsWith('0000');
    const answer = isTaken ? 'OK' : 'isv.MOBILE_NUMBER_ILLEGAL 号码不存在';
    return { isTaken, id: isTaken ? `SB${mobile.slice(-4)}` : null, answer, isWorthRetry: false };
  },
  async submit({ at, content }) {
    if (content.trim() === '') throw new SmsFault('isv.TEMPLATE_MISSING_PARAMETERS');
    return `SB_${at.getTime()}`;
  },
  async decisionOn({ code, content, at }): Promise<Decision> {
    const isChecked = at.getTime() - Number(code.slice(3)) >= CHECK_MS;
    if (!isChecked) return { state: 'submitted', reason: null };
    const barred = BARRED.find((one) => content.includes(one));
    if (!barred) return { state: 'approved', reason: null };
    return { state: 'refused', reason: barred === '【' ? '模板内容不得包含签名' : `模板内容含敏感词“${barred}”` };
  },
  async balance() {
    return { leftCount: Math.max(0, FIRST_COUNT - (await used())), leftFen: null };
  },
});
