import { ACCOUNTING_RECORDS, type PersonalData, TRADE_RECORDS } from '@boyun/members/server';

/** What is kept about people who share spots, and who book them. */
export const sharedData: readonly PersonalData[] = [
  {
    key: 'shared-spots',
    title: { zh: '共享车位业主', en: 'Owner of shared spots' },
    place: 140,
    keep: { ...ACCOUNTING_RECORDS, at: 'createdAt' },
    read: (tx, { mobile }) =>
      tx.query(
        `select name, mobile, bank_name, account_name, account_no, balance_fen, created_at from spot_owner
         where tenant_id = $1 and mobile = $2`,
        [tx.tenantId, mobile],
      ),
  },
  {
    key: 'shared-bookings',
    title: { zh: '共享车位预订', en: 'Bookings of shared spots' },
    place: 150,
    keep: { ...TRADE_RECORDS, at: 'untilAt' },
    read: (tx, { mobile }) =>
      tx.query(
        `select booking_no, plate, driver_name, from_at, until_at, state, amount_fen, paid_fen from shared_booking
         where tenant_id = $1 and mobile = $2 order by from_at, id`,
        [tx.tenantId, mobile],
      ),
  },
];
