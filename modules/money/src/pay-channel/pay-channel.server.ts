import { kernelRefusal, Refusal, type Row } from '@boyun/kernel/contract';
import { coversLot, handle, serveResource, type TenantTx } from '@boyun/kernel/server';
import { ConfiguredChannel as Channel } from '../channel/channel.contract.ts';
import { type ChannelKey, NEEDED_KEYS } from '../channel/channel-key.contract.ts';
import { isTrial } from '../channel/trial.queries.ts';
import { DebitChannel } from '../debit-contract/debit-contract.contract.ts';
import { DEBITS_KEPT } from '../debit-contract/debit-contract.service.ts';
import { payChannel, payChannelRefusal } from './pay-channel.contract.ts';
import { type KeyMarks, missingKeys, storeKeys } from './pay-channel.service.ts';
import { payKeysSet } from './pay-channel-event.contract.ts';
import { setPayKeys } from './pay-key.contract.ts';
import { openPfx } from './pfx.service.ts';

type PayChannel = Row<typeof payChannel>;

/** Channels; an active one other than the sandbox needs a merchant number. Keys are set by an operation of their own. */
export const payChannelServer = serveResource(payChannel, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as PayChannel;
    if (row.isEnabled && row.channel === 'sandbox' && !(await isTrial(tx)))
      throw new Refusal(payChannelRefusal['only-in-trial']);
    if (row.isEnabled && NEEDED_KEYS[row.channel].length > 0 && !row.merchantNo)
      throw new Refusal(payChannelRefusal['no-merchant'], { channel: Channel[row.channel][tx.who.language] });
    checkAccess(row);
    if (row.hasAutoDebit) checkDebit(tx, row);
    tx.invalidate(DEBITS_KEPT);
    if (before && (await isOtherMerchant(tx, row, before as PayChannel)))
      throw new Refusal(payChannelRefusal['merchant-used']);
    return values;
  },
  async beforeDelete(tx) {
    tx.invalidate(DEBITS_KEPT);
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

/** Whom UnionPay has to know, by who signs for the merchant. */
function checkAccess({ channel, acquirerNo, categoryNo, subMerchantNo, payeeName, payeeShortName }: PayChannel): void {
  if (acquirerNo && channel !== 'unionpay') throw new Refusal(payChannelRefusal['unionpay-only']);
  if (channel !== 'unionpay' || !(acquirerNo || subMerchantNo)) return;
  if (acquirerNo && subMerchantNo) throw new Refusal(payChannelRefusal['one-access']);
  if (!payeeName || !payeeShortName || (acquirerNo && !categoryNo)) throw new Refusal(payChannelRefusal['no-payee']);
}

function checkDebit(tx: TenantTx, { channel, lotId, debitLotNo }: PayChannel): void {
  if (!(channel in DebitChannel))
    throw new Refusal(payChannelRefusal['no-auto-debit'], { channel: Channel[channel][tx.who.language] });
  if (channel === 'alipay' && !(lotId && debitLotNo)) throw new Refusal(payChannelRefusal['no-debit-lot']);
}

const MERCHANT = ['channel', 'merchantNo', 'subMerchantNo', 'acquirerNo', 'appNo'] as const;

/** Whether a change would ask another merchant about payments that this one took. */
async function isOtherMerchant(tx: TenantTx, row: PayChannel, before: PayChannel): Promise<boolean> {
  if (MERCHANT.every((one) => row[one] === before[one])) return false;
  const [used] = await tx.query('select 1 as one from payment where tenant_id = $1 and pay_channel_id = $2 limit 1', [
    tx.tenantId,
    before.id,
  ]);
  return used !== undefined;
}

/** A configured channel as its acts see it. */
export interface Found {
  readonly channel: Channel;
  readonly merchantNo: string | null;
  readonly appNo: string | null;
  readonly lotId: string | null;
  readonly marks: KeyMarks;
}

/** Returns a channel the caller may change, locked; a channel of all lots requires access to all lots. */
export async function requireRow(tx: TenantTx, id: string): Promise<Found> {
  const [row] = await tx.query<Found>(
    `select channel, merchant_no, app_no, lot_id, key_marks as marks from pay_channel
     where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  if (!row || !coversLot(tx.who, row.lotId))
    throw new Refusal(kernelRefusal['not-found'], { what: payChannel.title[tx.who.language] });
  return row;
}

export const setPayKeysServer = handle(
  setPayKeys,
  async (tx, { payChannelId, pfx, pfxPassword, ...given }, act, kernel) => {
    const row = await requireRow(tx, payChannelId);
    const name = Channel[row.channel][tx.who.language];
    if (NEEDED_KEYS[row.channel].length === 0)
      throw new Refusal(payChannelRefusal['no-keys-needed'], { channel: name });
    const typed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
    const keys: Partial<Record<ChannelKey, string>> = {
      ...typed,
      ...(pfx ? await openPfx(kernel, pfx, pfxPassword ?? '') : {}),
    };
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
  },
);
