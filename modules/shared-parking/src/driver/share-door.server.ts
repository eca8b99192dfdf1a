import { requireLot } from '@boyun/facilities/server';
import { type Language, Refusal } from '@boyun/kernel/contract';
import { asHolder, handleFreely, type Kernel, type TenantTx } from '@boyun/kernel/server';
import { findOpen, PURCHASE_PATH, takesPhonePayments } from '@boyun/money/server';
import { searchSpots } from '../booking/book.service.ts';
import { ruleWords } from '../booking/booking-rule.service.ts';
import { cancelBooking, helpTaken, refundNow } from '../booking/end-booking.service.ts';
import { type BookingRow, findBooking } from '../booking/shared-booking.queries.ts';
import { SHARED_STAY } from '../booking/split.service.ts';
import { findRule, findRuleByCode, type ShareRuleRow } from '../rule/share-rule.queries.ts';
import { auditOfBooking, bookByPhone } from './phone-booking.service.ts';
import {
  bookShareByDriver,
  cancelShareByDriver,
  getShareBooking,
  getSharePage,
  reportTakenByDriver,
  shareDoorRefusal,
} from './share-door.contract.ts';

/** Runs work for the unauthenticated holder of a code. */
export const holding = <T>(
  kernel: Kernel,
  code: string,
  language: Language,
  name: string,
  work: (tx: TenantTx) => Promise<T>,
) => asHolder(kernel, code, { name, unknown: shareDoorRefusal['unknown-code'], language }, work);

async function requireRule(tx: TenantTx, code: string): Promise<ShareRuleRow> {
  const rule = await findRuleByCode(tx, code);
  if (!rule) throw new Refusal(shareDoorRefusal['unknown-code']);
  return rule;
}

/** The lots of the operator that share spots. */
function findLots(tx: TenantTx) {
  return tx.query<{ id: string; name: string; address: string | null }>(
    `select l.id, l.name, l.address from share_rule r join lot_fact l on l.tenant_id = r.tenant_id and l.id = r.lot_id
     where r.tenant_id = $1 and r.is_open and l.state = 'open' order by l.name limit 100`,
    [tx.tenantId],
  );
}

const pageServer = handleFreely(getSharePage, (kernel, { code, lotId, fromAt, untilAt }, { language }) =>
  holding(kernel, code, language, 'driver', async (tx) => {
    const own = await requireRule(tx, code);
    const lots = await findLots(tx);
    const shownId = lots.some((one) => one.id === lotId) ? lotId! : own.lotId;
    const rule = (await findRule(tx, shownId)) ?? own;
    const { timeZone } = await requireLot(tx, shownId);
    const isOpen = lots.some((one) => one.id === shownId) && (await takesPhonePayments(tx, shownId));
    const spots = isOpen && fromAt && untilAt ? await searchSpots(tx, [shownId], { fromAt, untilAt }) : [];
    const [tenant] = await tx.query<{ code: string }>('select code from tenant where id = $1', [tx.tenantId]);
    const { notice, daysAhead, mostHours } = rule;
    // The second rule names the price of an overstay, which is known once a spot is chosen.
    const rules = ruleWords({ ...rule, hourFen: 0, dayCapFen: null }).slice(0, 1);
    return { tenant: tenant!.code, lots, lotId: shownId, isOpen, notice, timeZone, daysAhead, mostHours, rules, spots };
  }),
);

const bookServer = handleFreely(bookShareByDriver, (kernel, { code, ...given }, { language }) =>
  holding(kernel, code, language, 'driver', async (tx) => {
    await requireRule(tx, code);
    const made = await bookByPhone(tx, { ...given, driverName: null });
    if (!made) throw new Refusal(shareDoorRefusal['unknown-code']);
    tx.audit({ action: bookShareByDriver.audit!, ...auditOfBooking(made.row) });
    return { code: made.row.code, path: made.path };
  }),
);

async function requireBooking(tx: TenantTx, code: string, isLocked = true): Promise<BookingRow> {
  const row = await findBooking(tx, 'code', code, isLocked);
  if (!row) throw new Refusal(shareDoorRefusal['unknown-code']);
  return row;
}

const bookingServer = handleFreely(getShareBooking, (kernel, { code }, { language }) =>
  holding(kernel, code, language, 'driver', async (tx) => {
    const row = await requireBooking(tx, code, false);
    const [lot] = await tx.query<{ name: string; address: string | null; timeZone: string }>(
      'select name, address, time_zone from lot_fact where tenant_id = $1 and id = $2',
      [tx.tenantId, row.lotId],
    );
    const open = row.state === 'unpaid' ? (await findOpen(tx, SHARED_STAY, row.id))[0] : undefined;
    const isNow = tx.now.getTime() >= row.fromAt.getTime() - row.terms.earlyMinutes * 60_000;
    return {
      ...row,
      lotName: lot!.name,
      address: lot!.address,
      timeZone: lot!.timeZone,
      cancelRefundFen: refundNow(tx, row),
      payPath: open?.code ? `${PURCHASE_PATH}/${open.code}` : null,
      canReport: isNow && (row.state === 'booked' || row.state === 'arrived'),
      rules: ruleWords(row.terms),
    };
  }),
);

const cancelServer = handleFreely(cancelShareByDriver, (kernel, { code, refundFen: seenFen }, { language }) =>
  holding(kernel, code, language, 'driver', async (tx) => {
    const row = await requireBooking(tx, code);
    const refundFen = await cancelBooking(tx, row, seenFen, '车主自助取消');
    tx.audit({
      action: cancelShareByDriver.audit!,
      ...auditOfBooking(row),
      before: { state: row.state },
      after: { refundFen },
    });
    return { refundFen };
  }),
);

const takenServer = handleFreely(reportTakenByDriver, (kernel, { code, act }, { language }) =>
  holding(kernel, code, language, 'driver', async (tx) => {
    const row = await requireBooking(tx, code);
    const { spot, refundFen } = await helpTaken(tx, row, act, '车主报告车位被占');
    tx.audit({
      action: reportTakenByDriver.audit!,
      ...auditOfBooking(row),
      before: { spot: row.spot },
      after: { spot, refundFen },
    });
    return { spot, refundFen };
  }),
);

/** Server handlers of the pages of drivers; callers are not signed in. */
export const shareDoorServers = [pageServer, bookServer, bookingServer, cancelServer, takenServer];
