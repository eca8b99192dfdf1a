import { kernelRefusal, Refusal, type Row, say } from '@boyun/kernel/contract';
import { coversLot, handle, type Kernel, serveResource, type TenantTx } from '@boyun/kernel/server';
import { ConfiguredChannel as Channel } from '../channel/channel.contract.ts';
import { isTrial } from '../channel/trial.queries.ts';
import { sandbox } from '../sandbox/sandbox.service.ts';
import {
  ChannelKey,
  NEEDED_KEYS,
  payChannel,
  payChannelRefusal,
  setPayKeys,
  testPayChannel,
} from './pay-channel.contract.ts';
import { canSign, type KeyMarks, missingKeys, storeKeys } from './pay-channel.service.ts';
import { payKeysSet } from './pay-channel-event.contract.ts';

type PayChannel = Row<typeof payChannel>;

/** Channels; an active one other than the sandbox needs a merchant number. Keys are set by an operation of their own. */
export const payChannelServer = serveResource(payChannel, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as PayChannel;
    if (row.isEnabled && row.channel === 'sandbox' && !(await isTrial(tx)))
      throw new Refusal(payChannelRefusal['only-in-trial']);
    if (row.isEnabled && NEEDED_KEYS[row.channel].length > 0 && !row.merchantNo)
      throw new Refusal(payChannelRefusal['no-merchant'], { channel: Channel[row.channel][tx.who.language] });
    return values;
  },
  async afterRead(tx, rows) {
    const found = await tx.query<{ id: string; marks: KeyMarks }>(
      'select id, key_marks as marks from pay_channel where tenant_id = $1 and id = any($2::uuid[])',
      [tx.tenantId, rows.map((row) => row.id)],
    );
    const marksOf = new Map(found.map((one) => [one.id, one.marks]));
    for (const row of rows) {
      const marks = marksOf.get(row.id) ?? {};
      row.keyMarks = Object.entries(marks).map(([key, mark]) => ({ key: key as ChannelKey, mark }));
      row.keyState =
        NEEDED_KEYS[row.channel].length === 0
          ? 'none'
          : missingKeys(row.channel, marks).length > 0
            ? 'missing'
            : 'complete';
    }
  },
});

interface Found {
  readonly channel: Channel;
  readonly merchantNo: string | null;
  readonly lotId: string | null;
  readonly marks: KeyMarks;
}

/** Returns a channel the caller may change, locked; a channel of all lots requires access to all lots. */
async function requireRow(tx: TenantTx, id: string): Promise<Found> {
  const [row] = await tx.query<Found>(
    `select channel, merchant_no, lot_id, key_marks as marks from pay_channel
     where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  if (!row || !coversLot(tx.who, row.lotId))
    throw new Refusal(kernelRefusal['not-found'], { what: payChannel.title[tx.who.language] });
  return row;
}

export const setPayKeysServer = handle(setPayKeys, async (tx, { payChannelId, ...given }, act, kernel) => {
  const row = await requireRow(tx, payChannelId);
  const name = Channel[row.channel][tx.who.language];
  if (NEEDED_KEYS[row.channel].length === 0) throw new Refusal(payChannelRefusal['no-keys-needed'], { channel: name });
  const keys = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as Record<
    ChannelKey,
    string
  >;
  const marks = await storeKeys(tx, kernel, payChannelId, keys);
  act.describe({
    subjectKind: payChannel.name,
    subjectId: payChannelId,
    subject: `${Channel[row.channel].zh} ${row.merchantNo ?? ''}`.trim(),
    before: { ...row.marks },
    after: { ...marks },
  });
  tx.emit(payKeysSet, { lotId: row.lotId, subjectId: payChannelId, data: { keys: Object.keys(keys) } });
  return { missing: missingKeys(row.channel, marks) };
});

const said = {
  sandbox: { zh: '沙箱已应答，签名有效', en: 'The sandbox responded with a valid signature' },
  silent: { zh: '沙箱没有应答：{reason}', en: 'The sandbox did not answer: {reason}' },
  missing: { zh: '缺少：{keys}', en: 'Missing: {keys}' },
  unsealed: { zh: '私钥无法解开或不能签名，请重新设置', en: 'The private key does not open or sign, set it again' },
  ready: {
    zh: '密钥齐全，本机签名自检通过；本版本尚未接入该渠道的网关，司机不能用它付款',
    en: 'The keys are complete and valid; this version does not call the gateway of the channel yet, so drivers cannot pay through it',
  },
  own: { zh: '本渠道在本系统内记账，无需联网', en: 'This channel is booked here and needs no network' },
};

export const testPayChannelServer = handle(testPayChannel, async (tx, { payChannelId }, act, kernel) => {
  const row = await requireRow(tx, payChannelId);
  const startedMs = performance.now();
  const { isWorking, message } = await tryOut(tx, kernel, payChannelId, row);
  act.describe({
    subjectKind: payChannel.name,
    subjectId: payChannelId,
    subject: Channel[row.channel].zh,
    after: { isWorking, message },
  });
  return { isWorking, message, tookMs: Math.round(performance.now() - startedMs) };
});

async function tryOut(tx: TenantTx, kernel: Kernel, id: string, { channel, merchantNo, marks }: Found) {
  const { language } = tx.who;
  if (channel === 'cash' || channel === 'balance') return { isWorking: true, message: said.own[language] };
  if (channel === 'sandbox') {
    if (!(await isTrial(tx))) return { isWorking: false, message: payChannelRefusal['only-in-trial'][language] };
    const reason = await sandbox.test(kernel, tx.tenantId);
    return reason === null
      ? { isWorking: true, message: said.sandbox[language] }
      : { isWorking: false, message: say(said.silent, language, { reason }) };
  }
  const missing: string[] = missingKeys(channel, marks).map((key) => ChannelKey[key][language]);
  if (!merchantNo) missing.unshift(payChannel.fields.merchantNo.label[language]);
  if (missing.length > 0) {
    const keys = missing.join(language === 'zh' ? '、' : ', ');
    return { isWorking: false, message: say(said.missing, language, { keys }) };
  }
  if (!(await canSign(tx, kernel, id))) return { isWorking: false, message: said.unsealed[language] };
  return { isWorking: false, message: said.ready[language] };
}
