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

/** Coupons for those who register from now on, and for those whose exit failed. */
export async function welcomeCustomers(call: Call): Promise<void> {
  const coupon = { Name: '新客户首停八折', Effect: 'percent', Percent: 20, ValidDays: 90 };
  const { Id: CouponId } = await call('/api/coupon/create', coupon);
  await call('/api/couponRule/create', { Name: '注册有礼', Occasion: 'registration', CouponId });
  const sorry = { Name: '放行异常致歉3元', Effect: 'amount', Amount: '3.00', PerPlate: 1, ValidDays: 30 };
  const { Id } = await call('/api/coupon/create', sorry);
  const note = { Remark: '未缴费被放行、开闸失败的车辆' };
  await call('/api/couponRule/create', { Name: '异常放行致歉', Occasion: 'failed-exit', CouponId: Id, ...note });
}

/** Grants coupons to customers by a list, some rows of which are wrong. */
export async function grantByList(call: Call, mobiles: readonly string[], plates: readonly string[]): Promise<void> {
  await call('/api/coupon/create', {
    Name: '会员日免2小时',
    Effect: 'minutes',
    Minutes: 120,
    Stock: 300,
    ValidDays: 45,
  });
  const cells = [
    ...mobiles.map((mobile) => ({ mobile })),
    ...plates.map((plate) => ({ plate })),
    { plate: '粤B12' },
    { mobile: '1380014' },
  ];
  const rows = cells.map((one, index) => ({
    sheet: '名单',
    row: index + 2,
    cells: { couponId: '会员日免2小时', batch: '会员日', ...one },
  }));
  await call('/api/couponList/import', { Rows: JSON.stringify(rows), Mode: 'good' });
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
