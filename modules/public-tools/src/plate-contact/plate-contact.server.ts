import { maskPhone, Refusal } from '@boyun/kernel/contract';
import { byPlate, containing, handle, notFound, serveReport, type TenantTx } from '@boyun/kernel/server';
import { checkPlate } from '@boyun/lists/server';
import { sendDirect } from '@boyun/push/server';
import { phoneBridge } from './phone-bridge.service.ts';
import {
  CONTACT_WITHIN_MINUTES,
  callPlateContact,
  findPlateContact,
  MOST_LOOKUPS,
  MOST_SMS_PER_PLATE,
  plateContactRefusal,
  plateLookupList,
  textPlateContact,
} from './plate-contact.contract.ts';
import { plateContactCalled, plateContactFound, plateContactTexted } from './plate-contact-event.contract.ts';
import { findLotOf, findPlateOwner, maskName, type PlateOwner } from './plate-owner.service.ts';

/** Least time between two SMS about one plate. */
const TEXT_AGAIN_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;

/** Counts the look-ups of the caller under a lock and returns how many are left in this hour, this one included. */
async function takeTurn(tx: TenantTx): Promise<number> {
  const { tenantId, who, now } = tx;
  await tx.query(
    `insert into plate_lookup_turn (tenant_id, account_id, last_at) values ($1, $2, $3)
     on conflict (tenant_id, account_id) do update set last_at = $3`,
    [tenantId, who.userId, now],
  );
  const [row] = await tx.query<{ hour: number; day: number }>(
    `select count(*) filter (where at > $3::timestamptz - interval '1 hour')::int as hour, count(*)::int as day
     from plate_lookup where tenant_id = $1 and account_id = $2 and at > $3::timestamptz - interval '1 day'`,
    [tenantId, who.userId, now],
  );
  if (row!.hour >= MOST_LOOKUPS.hour || row!.day >= MOST_LOOKUPS.day)
    throw new Refusal(plateContactRefusal['too-many'], MOST_LOOKUPS);
  return MOST_LOOKUPS.hour - row!.hour;
}

const findServer = handle(findPlateContact, async (tx, { plate, reason }, act) => {
  checkPlate(plate);
  const left = await takeTurn(tx);
  const lot = await findLotOf(tx, plate);
  const owner = await findPlateOwner(tx, plate);
  const id = tx.newId();
  const marks = {
    ownerMark: maskName(owner?.name ?? null),
    mobileMark: owner && maskPhone(owner.mobile),
    source: owner?.source ?? null,
  };
  await tx.query(
    `insert into plate_lookup (tenant_id, id, at, account_id, actor_name, plate, reason, lot_id, source, owner_mark, mobile_mark)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      tx.tenantId,
      id,
      tx.now,
      tx.who.userId,
      tx.who.name,
      plate,
      reason,
      lot?.id ?? null,
      marks.source,
      marks.ownerMark,
      marks.mobileMark,
    ],
  );
  const facts = { plate, isFound: owner !== null, source: marks.source };
  tx.emit(plateContactFound, { lotId: lot?.id, subjectId: id, data: facts });
  act.describe({
    subjectKind: 'plate-lookup',
    subjectId: id,
    subject: plate,
    after: { reason, mobile: marks.mobileMark, source: marks.source },
  });
  const canCall = owner !== null && ((await tx.slots.find(phoneBridge)?.isReady(tx)) ?? false);
  return { lookupId: id, ...marks, canCall, leftCount: left - 1 };
});

interface LookUp {
  readonly plate: string;
  readonly at: Date;
  readonly lotId: string | null;
  readonly lotName: string | null;
}

/** Returns the caller's own recent look-up with the owner of its plate. */
async function requireOwner(tx: TenantTx, lookupId: string): Promise<LookUp & { readonly owner: PlateOwner }> {
  const [row] = await tx.query<LookUp>(
    `select p.plate, p.at, p.lot_id, (select l.name from lot_fact l where l.tenant_id = p.tenant_id and l.id = p.lot_id) as lot_name
     from plate_lookup p where p.tenant_id = $1 and p.id = $2 and p.account_id = $3 for update of p`,
    [tx.tenantId, lookupId, tx.who.userId],
  );
  if (!row) throw notFound(tx.who, plateLookupList.title);
  if (tx.now.getTime() - row.at.getTime() > CONTACT_WITHIN_MINUTES * 60_000)
    throw new Refusal(plateContactRefusal.late, { minutes: CONTACT_WITHIN_MINUTES });
  const owner = await findPlateOwner(tx, row.plate);
  if (!owner) throw new Refusal(plateContactRefusal['no-owner']);
  return { ...row, owner };
}

/** Refuses another SMS about a plate too soon or too often, by whomever they were sent. */
async function checkTexted(tx: TenantTx, plate: string): Promise<void> {
  const [row] = await tx.query<{ count: number; lastAt: Date | null }>(
    `select count(*)::int as count, max(c.at) as last_at from plate_contact c
     join plate_lookup p on p.tenant_id = c.tenant_id and p.id = c.lookup_id
     where c.tenant_id = $1 and c.kind = 'sms' and p.plate = $2 and c.at > $3`,
    [tx.tenantId, plate, new Date(tx.now.getTime() - 24 * HOUR_MS)],
  );
  if (row!.lastAt && tx.now.getTime() - row!.lastAt.getTime() < TEXT_AGAIN_MS)
    throw new Refusal(plateContactRefusal['just-texted']);
  if (row!.count >= MOST_SMS_PER_PLATE) throw new Refusal(plateContactRefusal['texted-often'], { count: row!.count });
}

function noteContact(tx: TenantTx, lookupId: string, kind: 'sms' | 'call', reference: string): Promise<unknown> {
  return tx.query(
    'insert into plate_contact (tenant_id, id, lookup_id, at, kind, reference) values ($1, $2, $3, $4, $5, $6)',
    [tx.tenantId, tx.newId(), lookupId, tx.now, kind, reference],
  );
}

const textServer = handle(textPlateContact, async (tx, { lookupId, note, callback }, act, kernel) => {
  const { plate, lotId, lotName, owner } = await requireOwner(tx, lookupId);
  await checkTexted(tx, plate);
  const values = { plate, lot: lotName ?? '', note: note ?? '', callback: callback ? `电话 ${callback}` : '' };
  const sendId = await sendDirect(tx, kernel.jobs, {
    channel: 'sms',
    event: plateContactTexted,
    recipient: owner.mobile,
    values,
    // The car is in the way now.
    isUrgent: true,
  });
  await noteContact(tx, lookupId, 'sms', sendId);
  tx.emit(plateContactTexted, { lotId, subjectId: lookupId, data: { plate, lot: lotName, note, callback } });
  act.describe({
    subjectKind: 'plate-lookup',
    subjectId: lookupId,
    subject: plate,
    after: { mobile: maskPhone(owner.mobile), note },
  });
  return {};
});

const callServer = handle(callPlateContact, async (tx, { lookupId }, act) => {
  const { plate, lotId, owner } = await requireOwner(tx, lookupId);
  const bridge = tx.slots.find(phoneBridge);
  const [caller] = await tx.query<{ mobile: string | null }>(
    'select mobile from account_fact where tenant_id = $1 and id = $2',
    [tx.tenantId, tx.who.userId],
  );
  if (!bridge || !caller?.mobile || !(await bridge.isReady(tx))) throw new Refusal(plateContactRefusal['no-bridge']);
  const reference = await bridge.connect(tx, { from: caller.mobile, to: owner.mobile });
  await noteContact(tx, lookupId, 'call', reference);
  tx.emit(plateContactCalled, { lotId, subjectId: lookupId, data: { plate } });
  act.describe({ subjectKind: 'plate-lookup', subjectId: lookupId, subject: plate, after: { reference } });
  return {};
});

/** Looking up the owner of a plate, and contacting the owner. */
export const plateContactOperations = [findServer, textServer, callServer];

/** The look-ups; accounts limited to their own records see their own. */
export const plateLookupReport = serveReport(plateLookupList, {
  from: 'plate_lookup',
  as: 'p',
  columnJoins: `left join lateral (
    select count(*) filter (where c.kind = 'sms')::int as sms_count, count(*) filter (where c.kind = 'call')::int as call_count,
      max(c.at) as contacted_at
    from plate_contact c where c.tenant_id = p.tenant_id and c.lookup_id = p.id) c on true`,
  lot: 'p.lot_id',
  own: 'p.account_id = ?',
  period: 'p.at',
  filters: {
    plate: byPlate('p.plate'),
    actorName: containing('p.actor_name'),
    isFound: '(p.source is not null) = ?',
  },
  columns: { smsCount: 'c.sms_count', callCount: 'c.call_count', contactedAt: 'c.contacted_at' },
  order: 'p.at desc, p.id desc',
});
