import { creditCodeCheck } from '@boyun/domain/invoice';
import { invoicesServer } from '@boyun/invoices/server';
import type { SetClock } from '@boyun/kernel/server';
import type { Product } from '@boyun/server/product';
import type { DemoWorld } from './build.ts';
import { type Call, phoneOf, signIn } from './sign-in.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DAYS = 14;
/** Class codes: parking, information services, money paid in advance. */
const PARKING = '3040502020200000000';
const INFORMATION = '3040201990000000000';
const PREPAID = '6010000000000000000';

const service = (Use: string, ServiceName: string, GoodsCode: string, TaxRate: number, Ratio = 100) => ({
  Use,
  ServiceName,
  GoodsCode,
  TaxRate,
  Policy: TaxRate === 0 ? 'untaxed' : 'normal',
  Ratio,
});

/** The issuer of all lots, and one lot's own, which divides what it takes and limits its invoices. */
const ISSUERS = [
  {
    IssuerName: '深圳市泊云停车管理有限公司',
    Limit: '1000.00',
    HasSpecial: true,
    Address: '深圳市南山区海岸路18号',
    Phone: '0755-86001234',
    BankName: '招商银行深圳南山支行',
    BankAccount: '755900123410901',
    Services: [
      service('parking', '停车费', PARKING, 9),
      service('pack', '月卡停车费', PARKING, 9),
      service('top-up', '预付卡充值', PREPAID, 0),
    ],
  },
  {
    IssuerName: '深圳市云泊商业运营有限公司',
    Limit: '500.00',
    HasSpecial: true,
    Services: [
      service('parking', '停车费', PARKING, 9, 85),
      service('parking', '信息服务费', INFORMATION, 6, 15),
      service('pack', '月卡停车费', PARKING, 9),
    ],
  },
] as const;

const BUYERS = [
  '深圳市云帆科技有限公司',
  '广州市南粤建筑设计院有限公司',
  '深圳市海岸物业管理有限公司',
  '东莞市启明电子有限公司',
  '深圳市鹏程律师事务所',
  '佛山市顺德区佳和家具有限公司',
  '深圳市湾区会展服务有限公司',
  '惠州市远航物流有限公司',
];
const PEOPLE = ['李女士', '王先生', '个人', '陈晓东'];

/** A number of an enterprise whose check digit fits. */
function taxNumberOf(index: number): string {
  const first = `91440300MA5${'FGHKLMNP'[index % 8]}${String(10_283 + index * 7_919).slice(-5)}`;
  return first + creditCodeCheck(first)!;
}

/** Tax numbers of enterprises by their names, once they were searched. */
const found = new Map<string, string>();

/** A title: every fourth of a person, the others of enterprises with the number that a search finds. */
async function titleOf(call: Call, turn: number): Promise<object> {
  if (turn % 4 === 3) return { TitleType: 2, TitleName: PEOPLE[turn % PEOPLE.length] };
  const TitleName = BUYERS[turn % BUYERS.length]!;
  let TaxNumber = found.get(TitleName);
  if (!TaxNumber) {
    const { Titles } = (await call('/api/invoice/findTitles', { Word: TitleName })) as unknown as {
      Titles: readonly { TaxNumber: string }[];
    };
    TaxNumber = Titles[0]!.TaxNumber;
    found.set(TitleName, TaxNumber);
  }
  return { TitleType: 1, TitleName, TaxNumber };
}

interface Order {
  readonly Id: string;
  readonly LotId: string;
  readonly Plate: string;
}

/** Two weeks of invoices: of stays, packs and top-ups, asked for by the office and by drivers; some fail, some are taken back. */
export async function workOnInvoices(product: Product, { fleet }: DemoWorld, clock: SetClock, to: Date): Promise<void> {
  clock.set(new Date(to.getTime() - DAYS * DAY_MS));
  const admin = await signIn(product, 'admin');
  const { Rows: lots } = await admin('/api/parkLot/list', { PerPage: 200 });
  const ownLot = lots.find((one) => one.Code === fleet.lots.at(-1)?.code)?.Id;
  for (const [index, issuer] of ISSUERS.entries())
    await admin('/api/electronicInvoiceSet/create', {
      ...issuer,
      Provider: 'sandbox',
      TaxNumber: taxNumberOf(20 + index),
      Drawer: '黄财务',
      LotId: index === 0 ? null : ownLot,
    });
  for (let day = DAYS - 1; day >= 0; day -= 1) {
    clock.set(new Date(to.getTime() - day * DAY_MS - 40 * MINUTE_MS));
    await workOneDay(product, clock, day);
  }
  await takeSomeBack(product, clock);
  clock.set(to);
  const finance = await signIn(product, 'finance');
  await invoiceUnit(finance);
  // One stays under way.
  for (const order of (await paidOrders(finance, clock.now())).slice(-5))
    if ((await issue(finance, order, { TitleType: 2, TitleName: '测试无结果（演示）' })).length > 0) break;
}

/** Lets platforms answer and files be fetched. */
async function settle(product: Product, clock: SetClock): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) {
    clock.set(new Date(clock.now().getTime() + MINUTE_MS));
    for (const sweep of invoicesServer.sweeps ?? []) await sweep.run(product.kernel);
  }
}

/** Stays that were paid in the last day. */
async function paidOrders(call: Call, now: Date): Promise<readonly Order[]> {
  const { Rows } = await call('/api/order/getOrderPage', {
    PayState: 'paid',
    From: new Date(now.getTime() - DAY_MS).toISOString(),
    To: now.toISOString(),
    PerPage: 60,
  });
  return Rows as unknown as readonly Order[];
}

/** What can be invoiced, as it is found by an order or a word. */
async function itemsOf(call: Call, search: object): Promise<readonly { BillId: string }[]> {
  const { Items } = (await call('/api/invoice/findInvoiceable', search)) as unknown as {
    Items: readonly { BillId: string; Available: string; Blocked: string | null }[];
  };
  return Items.filter((one) => one.Available !== '0.00' && !one.Blocked).map(({ BillId }) => ({ BillId }));
}

/** Asks for the invoice of an order; returns those that were made. */
async function issue(call: Call, { Id }: Order, title: object): Promise<readonly { Id: string }[]> {
  const Items = await itemsOf(call, { OrderId: Id });
  if (Items.length === 0) return [];
  return invoicesIn(await call('/api/invoice/issue', { Items, ...title }));
}

const invoicesIn = (answer: unknown) => (answer as { Invoices: readonly { Id: string }[] }).Invoices;

/** The invoices of a day: some of the office, some of drivers, one of a plate's packs; every fourth day one fails. */
async function workOneDay(product: Product, clock: SetClock, day: number): Promise<void> {
  const finance = await signIn(product, 'finance');
  const orders = await paidOrders(finance, clock.now());
  for (const [index, order] of orders.slice(0, 3).entries())
    await issue(finance, order, await titleOf(finance, day * 3 + index));
  for (const [index, order] of orders.slice(3, 6).entries())
    await askByDriver(product, finance, order, day * 3 + index);
  const several: { BillId: string }[] = [];
  for (const order of orders.slice(6, 10)) several.push(...(await itemsOf(finance, { OrderId: order.Id })));
  if (several.length > 0)
    await finance('/api/invoice/issue', {
      Items: several,
      ...(await titleOf(finance, day)),
      InvoiceType: day % 4 === 3 ? 'ordinary' : 'special',
      Remark: '项目组合并报销',
    });
  await invoiceOthers(product, finance, day);
  const [bad] = orders.slice(10);
  const failed = bad && day % 4 === 1 ? await issue(finance, bad, { TitleType: 2, TitleName: '测试失败（演示）' }) : [];
  await settle(product, clock);
  if (day === 9)
    for (const { Id } of failed) await finance('/api/invoice/giveUp', { InvoiceId: Id, Note: '客户改为不开票' });
  if (day === 5)
    for (const { Id } of failed) await finance('/api/invoice/retry', { InvoiceId: Id, ...(await titleOf(finance, 5)) });
}

/** Packs and top-ups are invoiced too. */
async function invoiceOthers(product: Product, finance: Call, day: number): Promise<void> {
  if (day % 3 !== 0) return;
  const admin = await signIn(product, 'admin');
  const packs = (await admin('/api/pack/list', { PerPage: 40 })).Rows as unknown as { Plates: string }[];
  const wallets = (await admin('/api/wallet/list', { PerPage: 40 })).Rows as unknown as { Mobile: string }[];
  for (const Word of [packs[day * 2]?.Plates?.split(/[\s,，]/)[0], wallets[day]?.Mobile]) {
    const Items = Word ? await itemsOf(finance, { Word }) : [];
    if (Items.length > 0)
      await finance('/api/invoice/issue', { Items: Items.slice(0, 3), ...(await titleOf(finance, day + 1)) });
  }
}

/** The last bill that a unit has paid is invoiced. */
async function invoiceUnit(finance: Call): Promise<void> {
  const { Rows } = await finance('/api/unitBill/list', { State: 'paid', PerPage: 1 });
  const [bill] = Rows as unknown as readonly { BillNo: string }[];
  const Items = bill ? await itemsOf(finance, { Word: bill.BillNo }) : [];
  if (Items.length > 0) await finance('/api/invoice/issue', { Items, ...(await titleOf(finance, 0)) });
}

/** A driver asks by the code of the receipt. */
async function askByDriver(product: Product, call: Call, { Id: OrderId }: Order, turn: number): Promise<void> {
  const { Order } = (await call('/api/order/getOrder', { OrderId })) as unknown as {
    Order: { InvoicePath: string | null };
  };
  const code = Order.InvoicePath?.split('/').at(-1);
  const items = code ? await itemsOf(call, { OrderId }) : [];
  if (items.length === 0) return;
  const phone = phoneOf(product, `10.20.0.${turn + 1}`);
  await phone('/api/scanInvoice/ask', {
    Code: code,
    BillIds: items.map((one) => one.BillId),
    ...(await titleOf(call, turn * 5 + 2)),
  });
}

/** An invoice with a mistake is taken back by hand; another by the refund of its order. */
async function takeSomeBack(product: Product, clock: SetClock): Promise<void> {
  const finance = await signIn(product, 'finance');
  const { Rows } = await finance('/api/invoice/getInvoicePage', { State: 3, Kind: 'blue', PerPage: 100 });
  const [mistaken, refunded] = [Rows[4], Rows.slice(6)];
  if (mistaken) await finance('/api/invoice/red', { InvoiceId: mistaken.Id, Note: '抬头有误，按客户要求重开' });
  let left = 2;
  for (const { Id } of refunded) if (left > 0 && (await refund(product, finance, Id))) left -= 1;
  await product.consumers.drain();
  await settle(product, clock);
}

/** Refunds the first order of an invoice; returns whether there was one. */
async function refund(product: Product, finance: Call, InvoiceId: string): Promise<boolean> {
  const { Items } = (await finance('/api/invoice/getInvoice', { InvoiceId })) as unknown as {
    Items: readonly { OrderId: string | null }[];
  };
  const OrderId = Items[0]?.OrderId;
  if (!OrderId) return false;
  const operator = await signIn(product, 'operator');
  const { Payments } = (await operator('/api/order/getRefundable', { OrderId })) as unknown as {
    Payments: readonly { PaymentId: string; Left: string }[];
  };
  const [payment] = Payments.filter((one) => Number(one.Left) >= 2);
  if (!payment) return false;
  const { PaymentId, Left } = payment;
  const asked = { OrderId, PaymentId, Left, Amount: '1.00', Reason: '重复计费，退还差额' };
  // Where a refund of it waits for approval already, another order is taken.
  const asking = await operator('/api/order/refund', asked).catch(() => null);
  if (!asking) return false;
  const { ReviewId } = asking;
  if (ReviewId) await finance('/api/review/approve', { ReviewIds: [ReviewId], Note: '已核对' });
  return true;
}
