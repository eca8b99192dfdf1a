import { refundOf } from '@boyun/domain/pack';
import {
  type Act,
  actorName,
  coversLot,
  handle,
  type Kernel,
  notFound,
  type Sweep,
  serve,
  systemWho,
} from '@boyun/kernel/server';
import {
  cancelPack,
  changePackPlates,
  decidePack,
  getPack,
  type PackAct,
  type PackMethod,
  pack,
  pausePack,
  renewPack,
  sellPack,
} from './pack.contract.ts';
import { findPack, findRule, type PackRow } from './pack.queries.ts';
import {
  cancel,
  changePlates,
  decide,
  expire,
  fileSale,
  pauseOrResume,
  platesOf,
  preparePack,
  renew,
  renewalOf,
} from './pack.service.ts';

/** Packs. Rows come by sales and by imports of packs that were sold elsewhere; both are checked alike. */
export const packServer = serve(pack, {
  async beforeWrite(tx, values) {
    return preparePack(tx, {
      packRuleId: values.packRuleId!,
      lotId: values.lotId!,
      plates: platesOf(values.plates!),
      ownerName: values.ownerName!,
      ownerPhone: values.ownerPhone ?? null,
      validFrom: values.validFrom!,
      validUntil: values.validUntil!,
      count: 1,
      amountFen: values.paidFen!,
      remark: values.remark ?? null,
    });
  },
  async afterWrite(tx, row) {
    await fileSale(tx, row, null);
  },
});

export const sellPackServer = handle(sellPack, async (tx, { method, ...sale }, act) => {
  const values = await preparePack(tx, { ...sale, validUntil: null });
  const id = tx.newId();
  const { terms, ...rest } = values;
  const columns = { ...rest, terms: JSON.stringify(terms), id, createdAt: tx.now, updatedAt: tx.now };
  const keys = Object.keys(columns) as (keyof typeof columns)[];
  await tx.query(
    `insert into pack (tenant_id, ${keys.map((key) => key.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)).join(', ')})
     values ($1, ${keys.map((_, index) => `$${index + 2}`).join(', ')})`,
    [tx.tenantId, ...keys.map((key) => columns[key])],
  );
  await fileSale(tx, { ...values, id }, method);
  act.describe({
    subjectKind: 'pack',
    subjectId: id,
    subject: `${values.packNo} ${values.plates}`,
    after: {
      plates: values.plates,
      validFrom: values.validFrom,
      validUntil: values.validUntil,
      amountFen: sale.amountFen,
      method,
    },
  });
  return { packId: id };
});

/** Says in the audit log what became of a pack. */
function describe(act: Act, { before, after }: { before: PackRow; after: PackRow }, more: object = {}): void {
  const shown = ({ state, plates, validUntil, paidFen }: PackRow) => ({ state, plates, validUntil, paidFen });
  act.describe({
    subjectKind: 'pack',
    subjectId: after.id,
    subject: `${after.packNo} ${after.plates}`,
    before: shown(before),
    after: { ...shown(after), ...more },
  });
}

export const renewPackServer = handle(renewPack, async (tx, given, act) => {
  const done = await renew(tx, given);
  describe(act, done, { amountFen: given.amountFen, method: given.method });
  return { validUntil: done.after.validUntil };
});

export const changePackPlatesServer = handle(changePackPlates, async (tx, { packId, plates, note }, act) => {
  describe(act, await changePlates(tx, packId, plates, note), { note });
  return {};
});

export const pausePackServer = handle(pausePack, async (tx, { packId, act: kind, note }, act) => {
  describe(act, await pauseOrResume(tx, packId, kind, note), { note });
  return {};
});

export const decidePackServer = handle(decidePack, async (tx, { packId, act: kind, note }, act) => {
  describe(act, await decide(tx, packId, kind, note), { note });
  return {};
});

export const cancelPackServer = handle(cancelPack, async (tx, { packId, note }, act) => {
  const done = await cancel(tx, packId, note);
  describe(act, done, { note, refundFen: done.refundFen });
  return { refundFen: done.refundFen };
});

export const getPackServer = handle(getPack, async (tx, { packId }) => {
  const row = await findPack(tx, packId, false);
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, { zh: '月卡', en: 'Pack' });
  const rule = (await findRule(tx, row.packRuleId, false))!;
  const window = renewalOf(row, rule);
  const history = await tx.query<{
    at: Date;
    act: keyof typeof PackAct;
    actorName: string;
    amountFen: number;
    method: keyof typeof PackMethod | null;
    validUntil: Date | null;
    plates: string[];
    note: string | null;
  }>(
    `select at, act, actor_name as "actorName", amount_fen as "amountFen", method, valid_until as "validUntil", plates, note
     from pack_event where tenant_id = $1 and pack_id = $2 order by id desc`,
    [tx.tenantId, row.id],
  );
  const lots = await tx.query<{ name: string }>(
    'select name from lot where tenant_id = $1 and id = any($2::uuid[]) order by name',
    [tx.tenantId, row.lotIds],
  );
  return {
    plates: platesOf(row.plates),
    priceFen: rule.priceFen,
    renewFrom: window.from,
    renewUntil: window.until,
    ...refundOf(row.terms, tx.now.getTime(), row.pausedAt?.getTime() ?? null),
    lotNames: lots.length > 0 ? lots.map((one) => one.name).join('、') : null,
    history: history.map((one) => ({ ...one, actorName: actorName(one.actorName, tx.who.language) })),
  };
});

/** Ends the packs whose time is over; the gate does not wait for it. */
export const packExpiry: Sweep = {
  name: 'pack-expiry',
  everySeconds: 30,
  async run(kernel: Kernel) {
    const due = await kernel.database.system<{ tenantId: number; id: string }>(
      `select tenant_id as "tenantId", id from pack where state = 'active' and valid_until <= $1 limit 1000`,
      [kernel.clock.now()],
    );
    for (const { tenantId, id } of due) await kernel.database.inTenant(systemWho(tenantId), (tx) => expire(tx, id));
  },
};
