import { createHash, createPrivateKey, createPublicKey, sign, X509Certificate } from 'node:crypto';
import { Refusal } from '@boyun/kernel/contract';
import type { Kernel, TenantTx } from '@boyun/kernel/server';
import { ConfiguredChannel as Channel } from '../channel/channel.contract.ts';
import { ChannelKey, NEEDED_KEYS } from '../channel/channel-key.contract.ts';
import type { Merchant } from '../provider/provider.service.ts';
import { hasRoot, readCertificates } from '../unionpay/unionpay-signing.service.ts';
import { payChannelRefusal } from './pay-channel.contract.ts';

type Keys = Partial<Record<ChannelKey, string>>;
type Sealing = Pick<Kernel, 'secrets'>;

/** Fingerprints of stored keys by key name: they distinguish keys without revealing them. */
export type KeyMarks = Partial<Record<ChannelKey, string>>;

/** Returns the required keys that a channel lacks. */
export function missingKeys(channel: Channel, marks: KeyMarks): ChannelKey[] {
  return NEEDED_KEYS[channel].filter((key) => !marks[key]);
}

/** Encrypts new keys in place of the stored ones and returns the fingerprints of all keys; refuses an invalid key. */
export async function storeKeys(tx: TenantTx, kernel: Sealing, channelId: string, given: Keys): Promise<KeyMarks> {
  checkPem(tx, 'privateKey', given.privateKey, createPrivateKey);
  checkPem(tx, 'publicKey', given.publicKey, createPublicKey);
  checkPem(tx, 'certificate', given.certificate, (text) => new X509Certificate(text));
  checkPem(tx, 'authorities', given.authorities, requireRoot);
  const keys = { ...(await openKeys(tx, kernel, channelId)), ...given, ...fromCertificates(given) };
  const certificate = keys.certificate ? new X509Certificate(keys.certificate) : null;
  if (certificate && keys.privateKey && !certificate.checkPrivateKey(createPrivateKey(keys.privateKey)))
    throw new Refusal(payChannelRefusal['not-a-pair']);
  const marks: KeyMarks = Object.fromEntries(
    Object.entries(keys).map(([key, value]) => [key, createHash('sha256').update(value).digest('hex').slice(0, 8)]),
  );
  await tx.query(
    `update pay_channel set keys_sealed = $3, key_marks = $4, keys_set_at = $5, certificate_until = $6, updated_at = $5,
       version = version + 1
     where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      channelId,
      kernel.secrets.encrypt(JSON.stringify(keys)),
      JSON.stringify(marks),
      tx.now,
      firstEnd(keys),
    ],
  );
  return marks;
}

/**
 * What certificates say: the number of the merchant's, and of a provider's given in place of its public key that key, and its number as the
 * key's id.
 */
function fromCertificates({ certificate, publicKey }: Keys): Keys {
  const own: Keys = certificate ? { certificateNo: new X509Certificate(certificate).serialNumber } : {};
  if (!publicKey?.includes('BEGIN CERTIFICATE')) return own;
  const theirs = new X509Certificate(publicKey);
  const key = theirs.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return { ...own, publicKey: key, publicKeyId: theirs.serialNumber };
}

/** The end of the certificate that ends first; null where there are none. */
function firstEnd({ certificate, authorities }: Keys): Date | null {
  const all = [certificate, authorities].flatMap((text) => (text ? readCertificates(text) : []));
  const ends = all.map((one) => one.validToDate.getTime());
  return ends.length > 0 ? new Date(Math.min(...ends)) : null;
}

function requireRoot(text: string): void {
  if (!hasRoot(text)) throw new Error('no root certificate');
}

function checkPem(tx: TenantTx, key: ChannelKey, text: string | undefined, read: (text: string) => unknown): void {
  if (text === undefined) return;
  try {
    read(text);
  } catch {
    throw new Refusal(payChannelRefusal['not-a-key'], { key: ChannelKey[key][tx.who.language] });
  }
}

async function openKeys(tx: TenantTx, kernel: Sealing, channelId: string): Promise<Keys> {
  const [row] = await tx.query<{ sealed: string | null }>(
    'select keys_sealed as sealed from pay_channel where tenant_id = $1 and id = $2',
    [tx.tenantId, channelId],
  );
  return row?.sealed ? (JSON.parse(kernel.secrets.decrypt(row.sealed)) as Keys) : {};
}

/** Returns the merchant of a configured channel with its keys opened; null where there is no such channel. */
export async function openMerchant(tx: TenantTx, kernel: Sealing, id: string): Promise<Merchant | null> {
  const [row] = await tx.query<Omit<Merchant, 'keys'>>(
    `select coalesce(merchant_no, '') as "merchantNo", coalesce(app_no, '') as "appNo", sub_merchant_no,
       acquirer_no, category_no, payee_name, payee_short_name, debit_lot_no as "lotNo",
       has_auto_debit
     from pay_channel where tenant_id = $1 and id = $2`,
    [tx.tenantId, id],
  );
  return row ? { ...row, keys: await openKeys(tx, kernel, id) } : null;
}

/** Returns whether the stored private key decrypts and signs; false also where the product's secret has changed since. */
export async function canSign(tx: TenantTx, kernel: Sealing, channelId: string): Promise<boolean> {
  try {
    const { privateKey } = await openKeys(tx, kernel, channelId);
    return privateKey !== undefined && sign('sha256', Buffer.from('boyun'), createPrivateKey(privateKey)).length > 0;
  } catch {
    return false;
  }
}

/** Channels that need no provider: in use until a tenant turns them off. The others are closed until one is configured. */
const OPEN_BY_DEFAULT: readonly Channel[] = ['cash', 'balance'];

/** Whether a channel is in use in a lot; the row of the lot overrides that of the tenant. Only a trial uses the sandbox. */
export async function isChannelOpen(tx: TenantTx, lotId: string | null, channel: Channel): Promise<boolean> {
  const [row] = await tx.query<{ isTrial: boolean; isEnabled: boolean | null }>(
    `select t.is_trial, (select c.is_enabled from pay_channel c
       where c.tenant_id = $1 and c.channel = $2 and (c.lot_id = $3 or c.lot_id is null)
       order by c.lot_id nulls last, c.is_enabled desc limit 1) as "isEnabled"
     from tenant t where t.id = $1`,
    [tx.tenantId, channel, lotId],
  );
  if (channel === 'sandbox') return row!.isTrial && row!.isEnabled !== false;
  return row!.isEnabled ?? OPEN_BY_DEFAULT.includes(channel);
}

/** Refuses a channel that is not in use in a lot. */
export async function requireChannel(tx: TenantTx, lotId: string | null, channel: Channel): Promise<void> {
  if (await isChannelOpen(tx, lotId, channel)) return;
  throw new Refusal(payChannelRefusal.off, { channel: Channel[channel][tx.who.language] });
}

/**
 * Whether a tenant has set how its drivers pay: a channel is enabled for all lots or for one of `lotIds` (null: for any lot), or the tenant
 * is a trial, which has the sandbox. Cash, which is accepted without any setting, does not count.
 */
export async function hasChannelSet(tx: TenantTx, lotIds: readonly string[] | null): Promise<boolean> {
  const [row] = await tx.query<{ isSet: boolean }>(
    `select t.is_trial or exists (select from pay_channel c where c.tenant_id = t.id and c.is_enabled
         and (c.lot_id is null or $2::uuid[] is null or c.lot_id = any($2::uuid[]))) as "isSet"
     from tenant t where t.id = $1`,
    [tx.tenantId, lotIds],
  );
  return row!.isSet;
}
