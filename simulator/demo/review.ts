import type { Product } from '@boyun/server/product';
import { renderPassing } from '../replay/picture.ts';
import { signIn, upload } from './sign-in.ts';

interface OrderRow {
  readonly Id: string;
  readonly Plate: string;
  readonly Due: string;
  readonly EnteredAt: string;
  readonly LeftAt: string | null;
}

const MINUTE_MS = 60_000;

const FLOWS = [
  ['order.void', 1, 'finance', '0.00', '作废由财务审核'],
  ['order.restore', 1, 'finance', '0.00', '恢复由财务审核'],
  ['passing.void', 1, 'admin', '0.00', '作废过车记录由管理员审核'],
  ['order.waive', 1, 'finance', '10.00', '10元以下由运营自行减免'],
  ['order.waive', 2, 'admin', '100.00', '100元以上再由管理员审核'],
  ['order.times', 1, 'finance', '5.00', '费用变化5元以下直接生效'],
  ['order.refund', 1, 'finance', '0.00', '停车费退款由财务审核'],
  ['pack.refund', 1, 'finance', '0.00', '月卡退款由财务审核'],
  ['pack.cancel', 1, 'finance', '0.00', '月卡注销由财务审核'],
  ['pack.discount', 1, 'finance', '50.00', '优惠50元以下由运营自行决定'],
  ['white-list', 1, 'admin', '0.00', '白名单由管理员审核'],
] as const;

type Call = Awaited<ReturnType<typeof signIn>>;

/** The people who ask for changes and decide on them. */
interface Office {
  readonly product: Product;
  readonly admin: Call;
  readonly operator: Call;
  readonly finance: Call;
  find(filters: object): Promise<readonly OrderRow[]>;
  /** Asks for a change; returns the id of its review, or null where it needs none. */
  ask(path: string, body: object): Promise<string | null>;
  approve(id: string | null): Promise<unknown>;
}

/** What goes on with orders now: flows of approval, requests that wait, and some that were decided. */
export async function workOnReviews(product: Product): Promise<void> {
  const operator = await signIn(product, 'operator');
  const finance = await signIn(product, 'finance');
  const office: Office = {
    product,
    admin: await signIn(product, 'admin'),
    operator,
    finance,
    find: async (filters) =>
      (await operator('/api/order/getOrderPage', { PerPage: 20, ...filters })).Rows as readonly OrderRow[],
    ask: async (path, body) => (await operator(path, body)).ReviewId,
    approve: (id) => finance('/api/review/approve', { ReviewIds: [id].filter(Boolean), Note: '已核对图片' }),
  };
  await setUpFlows(office);
  const owed = await office.find({ PayState: 'arrears' });
  await changeOrders(office, owed);
  await voidPassings(office);
  await endPacks(office);
  await correctOrders(office, owed);
  await operator('/api/billWhitePlate/create', {
    Plate: '粤B6Q119',
    OwnerName: '市政抢修',
    ValidFrom: product.kernel.clock.now().toISOString(),
    Remark: '防汛抢险车辆，汛期免费通行',
  });
  const paid = await office.find({ ParkingState: 'left', PayState: 'paid', PerPage: 40 });
  await refundSome(operator, office.approve, paid);
  const refused = owed[4];
  if (refused) {
    const id = await office.ask('/api/order/void', { OrderId: refused.Id, Reason: '司机要求取消订单' });
    if (id) await finance('/api/review/reject', { ReviewIds: [id], Note: '车辆确有停放，不同意作废' });
  }
}

/** Proposes the flows of approval, and lets the deputy approve them. */
async function setUpFlows({ product, admin }: Office): Promise<void> {
  const deputy = await signIn(product, 'deputy');
  for (const [Kind, Level, Role, AmountFrom, Remark] of FLOWS)
    await admin('/api/reviewFlow/create', { Kind, Level, Role, AmountFrom, Remark });
  const changes = (await deputy('/api/review/getReviewList', { Kind: 'review-flow', State: 'pending', PerPage: 100 }))
    .Rows;
  const ReviewIds = (changes as unknown as readonly { Id: string }[]).map((one) => one.Id);
  await deputy('/api/review/approve', { ReviewIds, Note: '已核对审批权限' });
}

/** Voids some orders and waives what others owe. */
async function changeOrders({ find, ask, approve }: Office, owed: readonly OrderRow[]): Promise<void> {
  const free = await find({ PayState: 'free', ParkingState: 'left' });
  for (const [index, Reason] of ['内部工程车测试', '同一车辆重复产生订单', '演练时误触发'].entries()) {
    const order = free[index];
    if (!order) continue;
    const id = await ask('/api/order/void', { OrderId: order.Id, Reason });
    if (index < 2) await approve(id);
  }
  for (const [index, Reason] of ['道闸故障滞留，减免费用', '客户投诉，同意减免', '车主出示救护车证明'].entries()) {
    const order = owed[index];
    if (!order || order.Due === '0.00') continue;
    const id = await ask('/api/order/waive', { OrderId: order.Id, Amount: order.Due, Reason });
    if (index === 0 && id) await approve(id).catch(() => undefined);
  }
}

/** Voids passing records that show no car of their own; one request waits. */
async function voidPassings({ admin, operator, ask }: Office): Promise<void> {
  const refused = (
    await operator('/api/businessManage/findPassRecord', {
      Direction: 'entry',
      Decision: 'refuse',
      PerPage: 20,
    })
  ).Rows as unknown as readonly { readonly Id: string }[];
  for (const [index, Reason] of ['抓拍到横穿的行人', '同一辆车重复抓拍', '树影误触发'].entries()) {
    const passing = refused[index];
    if (!passing) continue;
    const id = await ask('/api/passing/void', { PassingId: passing.Id, Reason });
    if (index < 2 && id) await admin('/api/review/approve', { ReviewIds: [id], Note: '图片中没有车辆进出' });
  }
}

/** Cancels, refunds and pauses packs, and sells one that needs approval. */
async function endPacks({ product, admin, operator, ask, approve }: Office): Promise<void> {
  const packs = (await operator('/api/pack/list', { State: 'active', PerPage: 20 })).Rows as readonly { Id: string }[];
  for (const [index, Note] of ['车主搬离，申请退款', '车辆已出售', '更换停车地点'].entries()) {
    const PackId = packs[index * 3]?.Id;
    if (!PackId) continue;
    const { Refund } = (await operator('/api/pack/getPack', { PackId })) as unknown as { Refund: string };
    if (Number(Refund) <= 0) continue;
    const id =
      index === 2
        ? await ask('/api/pack/cancel', { PackId, Note })
        : await ask('/api/pack/refund', { PackId, Amount: Refund, Method: index === 0 ? 'qr' : 'transfer', Note });
    if (index !== 1) await approve(id);
  }
  // One stands still while its owner is away; one waits for somebody to agree to the sale.
  const paused = packs[4];
  if (paused) await operator('/api/pack/pause', { PackId: paused.Id, Act: 'pause', Note: '车主出差一个月' });
  const lots = (await operator('/api/parkLot/list', { PerPage: 20 })).Rows as readonly { Id: string }[];
  const { Id: PackRuleId } = await admin('/api/packRule/create', {
    Name: '企业月卡',
    Price: '300.00',
    HasReview: true,
  });
  await operator('/api/pack/sell', {
    PackRuleId,
    LotId: lots[0]?.Id,
    Plates: ['粤B52Q81'],
    OwnerName: '深圳市泊湾科技有限公司',
    ValidFrom: product.kernel.clock.now().toISOString(),
    Amount: '270.00',
    Method: 'transfer',
    Remark: '企业客户九折',
  });
}

/** Asks to correct a time, and pictures that show another car than the order's. */
async function correctOrders({ find, ask, operator }: Office, owed: readonly OrderRow[]): Promise<void> {
  const late = owed[3];
  if (late?.LeftAt) {
    const EnteredAt = new Date(Date.parse(late.EnteredAt) - 45 * MINUTE_MS).toISOString();
    await ask('/api/order/correctTimes', { OrderId: late.Id, EnteredAt, Reason: '相机对时异常，入场时间偏晚' });
  }
  const shown = await find({ ParkingState: 'left', PayState: 'paid' });
  for (const [index, Reason] of ['抓拍到后车，换成本车图片', '入口补光不足，换成岗亭所拍图片'].entries()) {
    const order = shown[index];
    if (!order) continue;
    const taken = renderPassing(order.Plate, 1, { label: '岗亭补拍', atMs: Date.parse(order.EnteredAt) });
    const Picture = await upload(operator, `${order.Plate}.jpg`, taken);
    await ask('/api/order/correctPicture', { OrderId: order.Id, Side: 'entry', Picture, Reason });
  }
}

/** Drivers who got a part or all of their money back, and one who waits for it. */
async function refundSome(
  ask: Call,
  approve: (id: string | null) => Promise<unknown>,
  orders: readonly OrderRow[],
): Promise<void> {
  const stories = ['道闸故障多停一小时，退差额', '重复扣费，全额退回', '车主称为访客，等待核实'];
  for (const order of orders.slice(2)) {
    if (stories.length === 0) return;
    const OrderId = order.Id;
    const { Payments } = (await ask('/api/order/getRefundable', { OrderId })) as unknown as {
      Payments: readonly { PaymentId: string; Left: string; Channel: string }[];
    };
    const [payment] = Payments;
    if (!payment || Number(payment.Left) < 2) continue;
    const Reason = stories.shift()!;
    const Amount = stories.length === 2 ? '1.00' : payment.Left;
    const { PaymentId, Left } = payment;
    const { ReviewId } = await ask('/api/order/refund', { OrderId, PaymentId, Left, Amount, Reason });
    if (stories.length > 0) await approve(ReviewId);
  }
}
