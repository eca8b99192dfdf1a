import { addDays, dayStart } from '@boyun/domain/period';
import type { Product } from '@boyun/server/product';
import { signIn } from './sign-in.ts';

const HOUR_MS = 3_600_000;
const ZONE = 'Asia/Shanghai';
const DRIVERS = ['郑凯', '沈悦', '何俊', '罗丹', '曹阳', '彭雪'];

/** What was booked for today and tomorrow in the two lots that can be booked: some to confirm, one called off. */
export async function workOnAppointments(product: Product, now: Date): Promise<void> {
  const call = await signIn(product, 'operator');
  const rules = (await call('/api/appointmentQuota/list', { PerPage: 20 })).Rows as unknown as readonly {
    LotId: string;
    HasConfirmation: boolean;
  }[];
  for (const [place, { LotId, HasConfirmation }] of rules.entries()) {
    await call('/api/bookingPage/create', {
      LotId,
      Notice: place === 0 ? '请于预约时段内从西门入场，超时名额自动释放' : null,
    });
    const today = dayStart(now.getTime(), ZONE);
    const next = Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS;
    const hours = [next, next, next + HOUR_MS, ...[9, 10, 14].map((hour) => addDays(today, 1, ZONE) + hour * HOUR_MS)];
    for (const [index, hour] of hours.entries()) {
      const { AppointmentId } = await call('/api/appointment/book', {
        LotId,
        Plate: `粤B${String(place * 40 + index + 1).padStart(2, '0')}Y${(index + 5) % 10}P`,
        StartsAt: new Date(hour).toISOString(),
        DriverName: DRIVERS[index],
        DriverPhone: `1380013${String(8100 + index)}`,
        Remark: index === 3 ? '面试车辆' : null,
      });
      if (index === 4) await call('/api/appointment/cancel', { AppointmentId, Reason: '行程有变' });
      if (HasConfirmation && index < 2) await call('/api/appointment/confirm', { AppointmentId });
    }
  }
}
