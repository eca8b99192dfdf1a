import { findAppointmentsOf, forgetDriver } from '@boyun/bookings/server';
import { findHeld } from '@boyun/coupons/server';
import { findFeedbackOf, forgetWriter } from '@boyun/feedback/server';
import { findUnitCarsOf, forgetUnitPerson } from '@boyun/groups/server';
import { findInvoicesOf } from '@boyun/invoices/server';
import type { TenantTx } from '@boyun/kernel/server';
import { findVisitsOf, forgetVisitor } from '@boyun/lists/server';
import { findPacksOf } from '@boyun/passes/server';
import { findSendsTo, forgetReceiver } from '@boyun/push/server';
import { findVipCarsOf, forgetVipPerson } from '@boyun/vip/server';
import { findWalletOf } from '@boyun/wallets/server';
import { picturesOf } from '../car/car.queries.ts';
import { type Holder, platesOf } from '../own/holder.service.ts';
import { ACCOUNTING_RECORDS, type PersonalData, PROOF_OF_CONSENT, TRADE_RECORDS } from './personal-data.service.ts';

const rowsOf = (tx: TenantTx, table: string, { customerId }: Holder, columns: string) =>
  tx.query<Record<string, unknown>>(
    `select ${columns} from ${table} where tenant_id = $1 and customer_id = $2 order by id`,
    [tx.tenantId, customerId],
  );

/** Deletes the rows of a customer and returns how many there were. */
async function deleteRows(
  tx: TenantTx,
  table: 'customer_message' | 'driver_session' | 'customer_car',
  id: string,
): Promise<number> {
  const gone = await tx.query(`delete from ${table} where tenant_id = $1 and customer_id = $2 returning id`, [
    tx.tenantId,
    id,
  ]);
  return gone.length;
}

const cars: PersonalData = {
  key: 'cars',
  title: { zh: '车辆与证明图片', en: 'Cars and their pictures' },
  place: 20,
  read: (tx, holder) => rowsOf(tx, 'customer_car', holder, 'plate, plate_color, state, created_at, decided_at'),
  outcome: 'erased',
  async erase(tx, { customerId }, { files }) {
    const ids = await tx.query<{ id: string }>(
      'select id from customer_car where tenant_id = $1 and customer_id = $2',
      [tx.tenantId, customerId],
    );
    const keys = [
      ...(
        await picturesOf(
          tx,
          ids.map((one) => one.id),
        )
      ).values(),
    ].flat();
    tx.afterCommit(async () => {
      for (const key of keys) await files.remove(key);
    });
    return deleteRows(tx, 'customer_car', customerId);
  },
};

const account: PersonalData = {
  key: 'account',
  title: { zh: '账号', en: 'Account' },
  place: 10,
  read: (tx, { customerId }) =>
    tx.query(
      'select mobile, name, language, channel, registered_at, seen_at, sms_agreed_at from customer where tenant_id = $1 and id = $2',
      [tx.tenantId, customerId],
    ),
  outcome: 'anonymous',
  async erase(tx, { customerId }) {
    await tx.query(
      `update customer set state = 'deleted', mobile = null, name = null, remark = null, sms_agreed_at = null, sms_agreed_version = null,
         stop_code = null, updated_at = $3, version = version + 1
       where tenant_id = $1 and id = $2`,
      [tx.tenantId, customerId, tx.now],
    );
    return 1;
  },
};

/** What this module and those below keep about a person. Money, stays and invoices are kept as accounting wants it. */
export const ownData: readonly PersonalData[] = [
  account,
  cars,
  {
    key: 'messages',
    title: { zh: '消息', en: 'Messages' },
    place: 30,
    read: (tx, holder) => rowsOf(tx, 'customer_message', holder, 'at, kind, plate, amount_fen, note, read_at'),
    outcome: 'erased',
    erase: (tx, { customerId }) => deleteRows(tx, 'customer_message', customerId),
  },
  {
    key: 'sessions',
    title: { zh: '登录记录', en: 'Phones signed in' },
    place: 40,
    read: (tx, holder) => rowsOf(tx, 'driver_session', holder, 'opened_at, seen_at, ended_at, address, agent'),
    outcome: 'erased',
    erase: (tx, { customerId }) => deleteRows(tx, 'driver_session', customerId),
  },
  {
    key: 'sms',
    title: { zh: '短信记录', en: 'SMS' },
    place: 45,
    read: (tx, { mobile }) => findSendsTo(tx, mobile),
    outcome: 'anonymous',
    erase: (tx, { mobile }) => forgetReceiver(tx, mobile),
  },
  {
    key: 'consents',
    title: { zh: '同意记录', en: 'Consents' },
    place: 50,
    keep: { ...PROOF_OF_CONSENT, at: 'at' },
    read: (tx, holder) => rowsOf(tx, 'customer_consent', holder, 'version, at, address'),
  },
  {
    key: 'stays',
    title: { zh: '停车与缴费记录', en: 'Stays and payments' },
    place: 60,
    keep: { ...TRADE_RECORDS, at: 'enteredAt' },
    read: (tx, { cars: held }) =>
      tx.query(
        `select o.order_no, o.plate, l.name as lot_name, o.entered_at, o.left_at, o.fee_fen, o.paid_fen
         from unnest($2::text[], $3::timestamptz[]) as c(plate, since)
         join stay_fact o on o.tenant_id = $1 and o.plate = c.plate and o.entered_at >= c.since
         join lot_fact l on l.tenant_id = o.tenant_id and l.id = o.lot_id order by o.entered_at`,
        [tx.tenantId, held.map((one) => one.plate), held.map((one) => one.since)],
      ),
  },
  {
    key: 'wallet',
    title: { zh: '钱包流水', en: 'Wallet' },
    place: 70,
    keep: { ...ACCOUNTING_RECORDS, at: 'at' },
    async read(tx, { mobile }) {
      const wallet = await findWalletOf(tx, mobile);
      if (!wallet) return [];
      return tx.query(
        `select at, kind, amount_fen, balance_fen from stored_entry_fact
         where tenant_id = $1 and store_kind = 'wallet' and store_id = $2 order by number`,
        [tx.tenantId, wallet.id],
      );
    },
  },
  {
    key: 'coupons',
    title: { zh: '优惠券', en: 'Coupons' },
    place: 80,
    keep: { ...TRADE_RECORDS, at: 'validUntil' },
    read: async (tx, holder) => (await findHeld(tx, { plates: platesOf(holder), mobiles: [holder.mobile] })).coupons,
  },
  {
    key: 'packs',
    title: { zh: '月卡', en: 'Passes' },
    place: 90,
    keep: { ...TRADE_RECORDS, at: 'validUntil' },
    read: (tx, holder) => findPacksOf(tx, { mobile: holder.mobile, plates: platesOf(holder) }),
  },
  {
    key: 'appointments',
    title: { zh: '预约', en: 'Appointments' },
    place: 100,
    read: (tx, holder) => findAppointmentsOf(tx, { mobile: holder.mobile, plates: platesOf(holder) }),
    outcome: 'anonymous',
    erase: (tx, { mobile }) => forgetDriver(tx, mobile),
  },
  {
    key: 'visits',
    title: { zh: '访客邀请', en: 'Invitations' },
    place: 110,
    read: (tx, { mobile }) => findVisitsOf(tx, mobile),
    outcome: 'anonymous',
    erase: (tx, { mobile }) => forgetVisitor(tx, mobile),
  },
  {
    key: 'vip',
    title: { zh: 'VIP车辆', en: 'VIP cars' },
    place: 114,
    read: (tx, { mobile }) => findVipCarsOf(tx, mobile),
    outcome: 'anonymous',
    erase: (tx, { mobile }) => forgetVipPerson(tx, mobile),
  },
  {
    key: 'unit',
    title: { zh: '单位车辆', en: 'Cars of units' },
    place: 116,
    read: (tx, { mobile }) => findUnitCarsOf(tx, mobile),
    outcome: 'anonymous',
    erase: (tx, { mobile }) => forgetUnitPerson(tx, mobile),
  },
  {
    key: 'feedback',
    title: { zh: '意见反馈', en: 'Feedback' },
    place: 120,
    read: (tx, { mobile }) => findFeedbackOf(tx, mobile),
    outcome: 'anonymous',
    erase: (tx, { mobile }) => forgetWriter(tx, mobile),
  },
  {
    key: 'invoices',
    title: { zh: '发票', en: 'Invoices' },
    place: 130,
    keep: { ...ACCOUNTING_RECORDS, at: 'createdAt' },
    read: (tx, { mobile }) => findInvoicesOf(tx, mobile),
  },
];
