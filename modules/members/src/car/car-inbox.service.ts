import { sql } from '@boyun/kernel/server';
import type { Change, InboxSource } from '@boyun/reviews/server';
import { approveCar, CarState, customerCar, rejectCar } from './car.contract.ts';
import { findCar, findOtherClaims, picturesOf } from './car.queries.ts';
import { approve, refuse, requireCar, subjectOfCar } from './car.service.ts';
import { carReviews } from './car-review.contract.ts';

const same = (text: string) => ({ zh: text, en: text });

/** Cars that wait for their certification. */
export const carInbox: InboxSource = {
  kind: carReviews.certify.name,
  subjectKind: customerCar.name,
  seen: customerCar.can.list,
  decide: approveCar.access,
  async rows(tx) {
    return {
      from: sql`customer_car a join customer_fact c on c.tenant_id = a.tenant_id and c.id = a.customer_id
        where a.tenant_id = ${tx.tenantId} and a.state = 'pending'`,
      columns: {
        id: sql`a.id`,
        reviewNo: sql`a.plate`,
        lotIds: sql`'{}'::uuid[]`,
        subjectId: sql`a.id`,
        subject: sql`a.plate`,
        summaryZh: sql`'认证车辆 ' || a.plate`,
        summaryEn: sql`'Certify ' || a.plate`,
        reason: sql`'—'`,
        requestedByName: sql`coalesce(c.name, '—')`,
        requestedAt: sql`a.asked_at`,
        obstacle: sql`null`,
      },
    };
  },
  async changes(tx, id) {
    const car = await findCar(tx, id);
    const others = car ? await findOtherClaims(tx, car) : [];
    const pictures = (await picturesOf(tx, [id])).get(id) ?? [];
    return [
      { label: { zh: '证明图片', en: 'Pictures' }, before: same('0'), after: same(String(pictures.length)) },
      ...others.map(
        (one): Change => ({
          label: { zh: '其他认领', en: 'Also claimed by' },
          before: same(one.name ?? '—'),
          after: CarState[one.state],
        }),
      ),
    ];
  },
  async carryOut(tx, id, outcome, note) {
    const car = await requireCar(tx, id, outcome);
    const action = outcome === 'approve' ? approveCar.audit! : rejectCar.audit!;
    if (outcome === 'approve') await approve(tx, car, note ?? '—');
    else await refuse(tx, car, 'reject', note ?? '—');
    tx.audit({ action, ...subjectOfCar(car), before: { state: car.state }, after: { note } });
  },
};
