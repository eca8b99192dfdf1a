import { type Language, say } from '@boyun/kernel/contract';
import { handleFreely, type Kernel, type TenantTx } from '@boyun/kernel/server';
import { ConfiguredChannel as Channel } from '../channel/channel.contract.ts';
import { ChannelKey, hasApp } from '../channel/channel-key.contract.ts';
import { isTrial } from '../channel/trial.queries.ts';
import { payChannel, payChannelRefusal, testPayChannel } from '../pay-channel/pay-channel.contract.ts';
import { type Found, requireRow } from '../pay-channel/pay-channel.server.ts';
import { canSign, missingKeys } from '../pay-channel/pay-channel.service.ts';
import { type Desk, ProviderRefused } from '../provider/provider.service.ts';
import { deskFor, providerOf } from '../provider-choice/provider-choice.service.ts';

const said = {
  works: { zh: '已应答，签名有效', en: 'It responded with a valid signature' },
  silent: { zh: '没有应答：{reason}', en: 'It did not answer: {reason}' },
  missing: { zh: '缺少：{keys}', en: 'Missing: {keys}' },
  unsealed: { zh: '私钥无法解开或不能签名，请重新设置', en: 'The private key does not open or sign, set it again' },
  'no-address': {
    zh: '渠道可用，但服务器未设置 PUBLIC_URL，渠道无法通知付款结果',
    en: 'It works, but PUBLIC_URL of the server is not set, so the channel cannot report payments',
  },
  own: { zh: '本渠道在本系统内记账，无需联网', en: 'This channel is booked here and needs no network' },
};

interface Result {
  readonly isWorking: boolean;
  readonly message: string;
}

/** Tests a channel: what can be found out here in a transaction, then the provider's own answer outside of it. */
export const testPayChannelServer = handleFreely(
  testPayChannel,
  async (kernel, { payChannelId }, { who, language }) => {
    const startedMs = performance.now();
    const { row, desk, result } = await kernel.database.inTenant(who!, async (tx) => {
      const row = await requireRow(tx, payChannelId);
      const result = await checkHere(tx, kernel, payChannelId, row);
      // Keys are opened only where they are known to open.
      return { row, result, desk: result ? null : await deskFor(tx, kernel, { channel: row.channel, payChannelId }) };
    });
    const { isWorking, message } = result ?? (await askProvider(row.channel, desk!, language));
    await kernel.database.inTenant(who!, async (tx) =>
      tx.audit({
        action: testPayChannel.audit!,
        subjectKind: payChannel.name,
        subjectId: payChannelId,
        subject: Channel[row.channel].zh,
        after: { isWorking, message },
      }),
    );
    return { isWorking, message, tookMs: Math.round(performance.now() - startedMs) };
  },
);

/** The result as far as it is certain without the provider; null where that has to be asked. */
async function checkHere(
  tx: TenantTx,
  kernel: Kernel,
  id: string,
  { channel, merchantNo, appNo, marks }: Found,
): Promise<Result | null> {
  const { language } = tx.who;
  if (channel === 'cash' || channel === 'balance') return { isWorking: true, message: said.own[language] };
  if (channel === 'sandbox')
    return (await isTrial(tx)) ? null : { isWorking: false, message: payChannelRefusal['only-in-trial'][language] };
  const missing: string[] = missingKeys(channel, marks).map((key) => ChannelKey[key][language]);
  if (!appNo && hasApp(channel)) missing.unshift(payChannel.fields.appNo.label[language]);
  if (!merchantNo) missing.unshift(payChannel.fields.merchantNo.label[language]);
  if (missing.length > 0) {
    const keys = missing.join(language === 'zh' ? '、' : ', ');
    return { isWorking: false, message: say(said.missing, language, { keys }) };
  }
  if (!(await canSign(tx, kernel, id))) return { isWorking: false, message: said.unsealed[language] };
  return null;
}

async function askProvider(channel: Channel, desk: Desk, language: Language): Promise<Result> {
  try {
    const reason = await providerOf(channel)!.test(desk, language);
    if (reason !== null) return { isWorking: false, message: reason };
    if (desk.merchant && channel !== 'sandbox' && !desk.noticeUrl)
      return { isWorking: false, message: said['no-address'][language] };
    return { isWorking: true, message: said.works[language] };
  } catch (error) {
    const reason = error instanceof ProviderRefused ? `${error.code} ${error.message}` : (error as Error).message;
    return { isWorking: false, message: say(said.silent, language, { reason }) };
  }
}
