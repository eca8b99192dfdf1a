import { raiseAlarm } from '@boyun/alarms/server';
import { FindingKind } from '@boyun/domain/patrol';
import { assignInspection } from '@boyun/duty/server';
import { disabledReason, type Input, Refusal } from '@boyun/kernel/contract';
import { byPlate, coversLot, handle, type Kernel, notFound, serveReport, type TenantTx } from '@boyun/kernel/server';
import { noteCar, requireSpot } from '@boyun/passings/server';
import { remindDebtor } from '@boyun/payments/server';
import { aboutFinding } from './finding.service.ts';
import {
  ACTS_OF,
  confirmFinding,
  dismissFinding,
  type FindingState,
  findingList,
  findingRefusal,
  findingTransitions,
  RESOLVED_BY,
} from './patrol-finding.contract.ts';
import { findingConfirmed, findingDismissed } from './patrol-finding-event.contract.ts';

interface Finding {
  readonly id: string;
  readonly kind: FindingKind;
  readonly state: FindingState;
  readonly plate: string;
  readonly lotId: string | null;
  readonly orderId: string | null;
  readonly spotNumber: string | null;
  readonly detailZh: string;
  readonly detailEn: string;
  readonly lastSeenAt: Date;
  readonly picture: string | null;
}

/** Returns a finding of the caller's lots, locked. Refuses one that is handled. */
async function requireFinding(tx: TenantTx, id: string, act: keyof typeof findingTransitions): Promise<Finding> {
  const [row] = await tx.query<Finding>(
    `select f.id, f.kind, f.state, f.plate, f.lot_id, f.order_id, f.spot_number, f.detail_zh, f.detail_en, f.last_seen_at, s.picture
     from patrol_finding f left join patrol_sighting s on s.tenant_id = f.tenant_id and s.id = f.sighting_id
     where f.tenant_id = $1 and f.id = $2 for update of f`,
    [tx.tenantId, id],
  );
  // One outside of all lots is no matter of accounts that are limited to some.
  if (!row || (row.lotId ? !coversLot(tx.who, row.lotId) : tx.who.lotIds !== null))
    throw notFound(tx.who, findingList.title);
  const reason = disabledReason(findingTransitions, act, row.state);
  if (reason) throw new Refusal(findingRefusal['not-possible'], { reason: reason[tx.who.language] });
  return row;
}

/** An inspection of what a patrol has found is due in these hours. */
const INSPECT_HOURS = 4;

/** Carries out what follows from a finding; returns the order where one was opened. */
async function follow(
  tx: TenantTx,
  { configuration }: Pick<Kernel, 'configuration'>,
  finding: Finding,
  { act, spotId, mobile }: Input<typeof confirmFinding>,
): Promise<string | null> {
  const { plate, lotId, kind, detailZh, detailEn, picture, orderId, spotNumber } = finding;
  if (act === 'remind') await remindDebtor(tx, configuration.publicUrl, plate, mobile);
  if (act === 'open-order') {
    if (!spotId) throw new Refusal(findingRefusal['no-spot']);
    return (await noteCar(tx, spotId, plate, { at: finding.lastSeenAt, picture })).orderId;
  }
  if (act !== 'alarm' && act !== 'inspect') return null;
  if (!lotId) throw new Refusal(findingRefusal['no-lot']);
  const where = spotNumber ? `（${spotNumber}）` : '';
  if (act === 'alarm')
    await raiseAlarm(tx, {
      kind: 'patrol',
      severity: kind === 'black' ? 'high' : 'medium',
      lotId,
      plate,
      picture,
      orderId,
      description: {
        zh: `${plate}${where}：${detailZh}`,
        en: `${plate}${spotNumber ? ` on ${spotNumber}` : ''}: ${detailEn}`,
      },
    });
  else
    await assignInspection(tx, {
      planId: null,
      lotId,
      name: `巡逻发现 ${plate} ${FindingKind[kind].zh}`,
      inspectorId: null,
      dueAt: new Date(tx.now.getTime() + INSPECT_HOURS * 3_600_000),
      items: [`${plate}${where}：${detailZh}`],
    });
  return null;
}

interface Handled {
  readonly state: 'confirmed' | 'dismissed';
  readonly act: string | null;
  readonly note: string | null;
  readonly orderId: string | null;
}

async function close(tx: TenantTx, { id }: Finding, { state, act, note, orderId }: Handled): Promise<void> {
  await tx.query(
    `update patrol_finding set state = $3, act = $4, note = $5, order_id = coalesce($6, order_id), handled_by_id = $7,
       handled_by_name = $8, handled_at = $9
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, state, act, note, orderId, tx.who.userId, tx.who.name, tx.now],
  );
}

/** Confirming and dismissing findings. */
export const findingServers = [
  handle(confirmFinding, async (tx, input, act, kernel) => {
    const finding = await requireFinding(tx, input.findingId, 'confirm');
    if (!ACTS_OF[finding.kind].includes(input.act)) throw new Refusal(findingRefusal['act-not-offered']);
    if (input.spotId) await requireSpot(tx, input.spotId);
    const orderId = await follow(tx, kernel, finding, input);
    await close(tx, finding, { state: 'confirmed', act: input.act, note: input.note, orderId });
    act.describe({ ...aboutFinding(finding), after: { act: input.act, note: input.note } });
    const { id, plate, kind, lotId } = finding;
    tx.emit(findingConfirmed, { lotId, subjectId: id, data: { findingId: id, plate, kind, act: input.act } });
    return {};
  }),
  handle(dismissFinding, async (tx, { findingId, reason }, act) => {
    const finding = await requireFinding(tx, findingId, 'dismiss');
    await close(tx, finding, { state: 'dismissed', act: null, note: reason, orderId: null });
    act.describe({ ...aboutFinding(finding), after: { reason } });
    const { id, plate, kind, lotId } = finding;
    tx.emit(findingDismissed, { lotId, subjectId: id, data: { findingId: id, plate, kind, reason } });
    return {};
  }),
];

/** SQL of the words that say why a finding was resolved. */
const resolvedNote = (language: 'zh' | 'en') =>
  `case when f.kind = 'arrears' then '${RESOLVED_BY.paid[language]}' else '${RESOLVED_BY.gone[language]}' end`;

export const findingListServer = serveReport(findingList, ({ who }) => ({
  from: 'patrol_finding',
  as: 'f',
  columnJoins: 'left join patrol_sighting s on s.tenant_id = f.tenant_id and s.id = f.sighting_id',
  lot: 'f.lot_id',
  own: null,
  filters: { plate: byPlate('f.plate') },
  period: 'f.found_at',
  columns: {
    detail: who.language === 'zh' ? 'f.detail_zh' : 'f.detail_en',
    picture: 's.picture',
    note: `case when f.state = 'resolved' then ${resolvedNote(who.language)} else f.note end`,
  },
  sorts: { foundAt: 'f.found_at' },
  order: 'f.found_at desc, f.id desc',
  aggregates: { of: { openCount: 'count(*)::int' }, without: ['state'], where: "f.state = 'open'" },
}));
