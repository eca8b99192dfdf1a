import type { Call } from './sign-in.ts';

/** Coupons of the demo: one in the hands of drivers, one on paper. */
export async function addCoupons(call: Call, plates: readonly string[]): Promise<void> {
  const { Id: opening } = await call('/api/coupon/create', {
    Name: '老客户减5元',
    Effect: 'amount',
    Amount: '5.00',
    MinimumFee: '6.00',
    Stock: 500,
    PerPlate: 3,
    ValidDays: 60,
  });
  await call('/api/userCoupon/grant', { CouponId: opening, Plates: plates, GotFrom: 5 });
  const { Id: paper } = await call('/api/coupon/create', {
    Name: '前台赠送1小时',
    GrantType: 1,
    Effect: 'minutes',
    Minutes: 60,
    Stock: 1000,
    ValidDays: 90,
  });
  await call('/api/userCoupon/print', { CouponId: paper, Count: 20 });
}

/** Activities of the demo: two that run from the first day, one whose budget is soon spent, and one that begins next month. */
export async function addActivities(call: Call, lotIds: readonly string[], since: Date): Promise<void> {
  const ValidFrom = since.toISOString();
  const nextMonth = new Date(since.getTime() + 45 * 86_400_000).toISOString();
  const [first, second] = lotIds;
  await call('/api/customTimeDiscount/create', {
    Name: '周末夜间八折',
    Effect: 'percent',
    Percent: 20,
    Days: [5, 6, 0],
    DailyFrom: '19:00',
    DailyTo: '02:00',
    LotIds: first ? [first] : [],
    ValidFrom,
    UsesPerDay: 1,
    Remark: '周五至周日19点后离场',
  });
  await call('/api/customTimeDiscount/create', {
    Name: '开业立减3元',
    Effect: 'amount',
    Amount: '3.00',
    MinimumFee: '8.00',
    Budget: '600.00',
    LotIds: second ? [second] : [],
    ValidFrom,
    IsExclusive: true,
  });
  await call('/api/fixedAmount/create', {
    Name: '夜间一口价5元',
    AppliesTo: 'window',
    Price: '5.00',
    DailyFrom: '22:00',
    DailyTo: '07:00',
    LotIds: first ? [first] : [],
    ValidFrom,
  });
  await call('/api/fixedAmount/create', {
    Name: '元旦全天10元',
    AppliesTo: 'stay',
    Price: '10.00',
    ValidFrom: nextMonth,
    Budget: '5000.00',
  });
}
