import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from '@boyun/kernel/contract';
import { handle, notFound, serveReport } from '@boyun/kernel/server';
import { boxPinList, boxPinRefusal, removeBoxPin, setBoxPin } from './box-pin.contract.ts';
import { boxPinRemoved, boxPinSet } from './box-pin-event.contract.ts';

export const boxPinListServer = serveReport(boxPinList, {
  from: 'box_pin',
  as: 'p',
  joins: 'join account_fact a on a.tenant_id = p.tenant_id and a.id = p.account_id',
  lot: null,
  own: 'p.account_id = ?',
  filters: { name: "a.name ilike '%' || ? || '%'" },
  columns: { id: 'p.account_id', name: 'a.name', account: 'a.account' },
  order: 'a.name, p.account_id',
});

const hash = promisify(scrypt) as (
  pin: string,
  salt: Buffer,
  length: number,
  options: ScryptOptions,
) => Promise<Buffer>;
const COST = { N: 16_384, r: 8, p: 1 };

/** The hash of a PIN as a box checks it: `scrypt$N$r$p$salt$hash`. */
async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await hash(pin, salt, 32, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** Whether a PIN is guessed at once: all digits alike, or each one more or one less than the one before. */
function isWeak(pin: string): boolean {
  if (!/^\d{4,8}$/.test(pin)) return true;
  const steps = [...pin].slice(1).map((one, index) => Number(one) - Number(pin[index]));
  return [0, 1, -1].some((step) => steps.every((one) => one === step));
}

const setServer = handle(setBoxPin, async (tx, { pin }, act, kernel) => {
  if (isWeak(pin)) throw new Refusal(boxPinRefusal.weak);
  const accountId = tx.who.userId!;
  await tx.query(
    `insert into box_pin (tenant_id, account_id, hash_sealed, set_at) values ($1, $2, $3, $4)
     on conflict (tenant_id, account_id) do update set hash_sealed = excluded.hash_sealed, set_at = excluded.set_at`,
    [tx.tenantId, accountId, kernel.secrets.encrypt(await hashPin(pin)), tx.now],
  );
  tx.emit(boxPinSet, { lotId: null, subjectId: accountId, data: { accountId } });
  act.describe({ subjectKind: 'account', subjectId: accountId, subject: tx.who.name });
  return {};
});

const removeServer = handle(removeBoxPin, async (tx, { accountId }, act) => {
  const [gone] = await tx.query<{ name: string }>(
    `delete from box_pin p using account_fact a where p.tenant_id = $1 and p.account_id = $2 and a.tenant_id = p.tenant_id
       and a.id = p.account_id returning a.name`,
    [tx.tenantId, accountId],
  );
  if (!gone) throw notFound(tx.who, { zh: 'PIN', en: 'PIN' });
  tx.emit(boxPinRemoved, { lotId: null, subjectId: accountId, data: { accountId } });
  act.describe({ subjectKind: 'account', subjectId: accountId, subject: gone.name });
  return {};
});

/** PINs for boxes. */
export const boxPinServers = [setServer, removeServer];
