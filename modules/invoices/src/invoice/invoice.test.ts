import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { COMPANY, TestInvoices } from '@boyun/test-server/invoice';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { pdfText } from '@boyun/test-server/pdf';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { TestWallets } from '@boyun/test-server/wallet';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let invoices: TestInvoices;
let setId: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), {
    clock,
    publicUrl: 'https://park.example.com',
  });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  lot = await gate.newLot({}, { Capacity: 200 });
  invoices = new TestInvoices(server, user, clock, gate);
  setId = await invoices.issuer();
});
afterAll(() => server?.stop());

/** An order of a car that paid six yuan and left. */
const paid = async (at = lot): Promise<string> => (await invoices.paid(at)).orderId;

async function issued(orderIds: readonly string[], values: object = {}) {
  const answer = await invoices.issue(orderIds, values);
  expect(answer.message).toBe('');
  const done = [];
  for (const { Id } of answer.data.Invoices) done.push(await invoices.until(Id, 3));
  return done;
}

async function refund(OrderId: string, Amount: string): Promise<void> {
  const [one] = (await user.call('/api/order/getRefundable', { OrderId })).data.Payments;
  const body = { OrderId, PaymentId: one.PaymentId, Left: one.Left, Amount, Way: 'cash', Reason: '投诉协商退款' };
  expect((await user.call('/api/order/refund', body)).message).toBe('');
}

const broken = async () => {
  await server.product.consumers.drain();
  return (await verifyTenant(server.product.kernel, user.tenantId)).flatMap((one) => one.broken);
};

describe('an invoice', () => {
  test('is issued with the tax of its rate, kept as a file and sent; the money cannot be invoiced again', async () => {
    const order = await paid();
    const [found] = await issued([order], { Mobile: '13800138000', Email: 'office@example.com' });
    expect(found.Invoice).toMatchObject({
      State: 3,
      Kind: 'blue',
      TitleName: COMPANY.TitleName,
      TaxNumber: COMPANY.TaxNumber,
      Incl: '6.00',
      Ex: '5.50',
      Tax: '0.50',
      IsSample: true,
      IssuerName: '深圳市泊云停车管理有限公司',
    });
    expect(found.Invoice.InvoiceNo).toMatch(/^\d{20}$/);
    expect(found.Lines).toMatchObject([{ ServiceName: '停车费', TaxRate: 9, Incl: '6.00' }]);
    const file = await fetch(server.url + found.Invoice.Pdf);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    const text = await pdfText(await file.arrayBuffer());
    for (const part of [
      found.Invoice.InvoiceNo,
      COMPANY.TitleName,
      COMPANY.TaxNumber,
      '停车费',
      '陆圆整¥6.00',
      '不得作为报销',
    ])
      expect(text.replace('（小写）', '')).toContain(part);
    const { Rows } = (await user.call('/api/push/send/list', {})).data;
    expect(new Set(Rows.map((one: { Channel: string }) => one.Channel))).toEqual(new Set(['sms', 'mail']));
    expect(Rows[0].Body).toContain(`https://park.example.com${found.Invoice.LinkPath}`);
    expect(await invoices.found(order)).toMatchObject([{ Available: '0.00', Invoiced: '6.00' }]);
    expect((await invoices.issue([order])).code).toBe('invoice.nothing-left');
  });

  test('is for an enterprise with a tax number whose check digit fits, or for a person', async () => {
    const order = await paid();
    const asked = async (values: object) => (await invoices.issue([order], values)).code;
    expect(await asked({ TaxNumber: null })).toBe('invoice.no-tax-number');
    expect(await asked({ TaxNumber: '91440300708461163T' })).toBe('invoice.tax-number');
    expect(await asked({ TaxNumber: '9144030070846' })).toBe('invoice.tax-number');
    const [found] = await issued([order], { TitleType: 2, TitleName: '王女士', TaxNumber: null });
    expect(found.Invoice).toMatchObject({ TitleType: 2, TaxNumber: null });
  });

  test('asked for twice at the same moment is issued once', async () => {
    const order = await paid();
    const answers = await Promise.all(Array.from({ length: 4 }, () => invoices.issue([order])));
    expect(answers.map((one) => one.state === 'success' || one.code).sort()).toEqual([
      'invoice.nothing-left',
      'invoice.nothing-left',
      'invoice.nothing-left',
      true,
    ]);
  });

  test('merges orders, splits above the limit, and divides amounts by ratios', async () => {
    const other = await gate.newLot({}, { Capacity: 20 });
    await invoices.issuer({
      LotId: other.id,
      Limit: '10.00',
      Services: [
        {
          Use: 'parking',
          ServiceName: '停车费',
          GoodsCode: '3040502020200000000',
          TaxRate: 9,
          Policy: 'normal',
          Ratio: 70,
        },
        {
          Use: 'parking',
          ServiceName: '信息服务费',
          GoodsCode: '3040201990000000000',
          TaxRate: 6,
          Policy: 'normal',
          Ratio: 30,
        },
      ],
    });
    const orders = [await paid(other), await paid(other), await paid(other)];
    const done = await issued(orders);
    expect(done.map((one) => one.Invoice.Incl)).toEqual(['6.00', '6.00', '6.00']);
    expect(done[0].Lines).toMatchObject([
      { ServiceName: '停车费', Incl: '4.20', Tax: '0.35' },
      { ServiceName: '信息服务费', Incl: '1.80', Tax: '0.10' },
    ]);
    const merged = await issued([await paid(), await paid(), await paid()]);
    expect(merged.map((one) => [one.Invoice.Incl, one.Invoice.Tax, one.Items.length])).toEqual([['18.00', '1.49', 3]]);
  });

  test('that fails is tried again with a better title, or given up, which frees its money', async () => {
    const [first, second] = [await paid(), await paid()];
    const bad = { TitleName: '测试失败有限公司' };
    const fail = async (order: string) => {
      const { data } = await invoices.issue([order], bad);
      return (await invoices.until(data.Invoices[0].Id, 4)).Invoice;
    };
    const failed = await fail(first);
    expect(failed.FailReason).toContain('税号与名称不一致');
    const console = await user.call('/api/dashboard/getConsole', {});
    expect(console.data.Todo.FailedInvoices).toBeGreaterThan(0);
    expect((await user.call('/api/invoice/red', { InvoiceId: failed.Id, Note: '开错' })).code).toBe(
      'invoice.not-possible',
    );
    expect((await user.call('/api/invoice/retry', { InvoiceId: failed.Id, ...COMPANY })).message).toBe('');
    const done = await invoices.until(failed.Id, 3);
    expect(done.Invoice.RequestNo).not.toBe(failed.RequestNo);
    const over = await fail(second);
    expect(await invoices.found(second)).toMatchObject([{ Available: '0.00' }]);
    expect((await user.call('/api/invoice/giveUp', { InvoiceId: over.Id, Note: '客户不要了' })).message).toBe('');
    expect(await invoices.found(second)).toMatchObject([{ Available: '6.00', Invoiced: '0.00' }]);
  });

  test('whose first answer is lost, or whose notice comes twice, is issued once', async () => {
    for (const TitleName of ['测试超时有限公司', '测试重复有限公司']) {
      const [found] = await issued([await paid()], { TitleName });
      expect(found.Invoice.State).toBe(3);
      const number = found.Invoice.InvoiceNo;
      expect(await invoices.all({ Number: number })).toHaveLength(1);
    }
  });
});

describe('money that goes back', () => {
  test('after the invoice is taken back by red letters for its part, and never more than the invoice', async () => {
    const orders = [await paid(), await paid()];
    const [found] = await issued(orders);
    await refund(orders[0]!, '2.00');
    const reds = async (count: number) => {
      await server.product.consumers.drain();
      for (const one of (await invoices.get(found.Invoice.Id)).Reds) await invoices.until(one.Id, 3);
      const { Reds, Invoice } = await invoices.get(found.Invoice.Id);
      expect(Reds).toHaveLength(count);
      return { reds: Reds, redFen: Invoice.Red };
    };
    expect((await reds(1)).redFen).toBe('2.00');
    await refund(orders[0]!, '4.00');
    await refund(orders[1]!, '6.00');
    const all = await reds(3);
    expect(all.redFen).toBe('12.00');
    expect(all.reds.map((one: { Incl: string }) => one.Incl)).toEqual(['-2.00', '-4.00', '-6.00']);
    const sums: string[] = await Promise.all(
      all.reds.map(async (one: { Id: string }) => (await invoices.get(one.Id)).Invoice.Tax),
    );
    expect(sums.reduce((sum, one) => sum + Math.round(Number(one) * 100), 0)).toBe(
      -Math.round(Number(found.Invoice.Tax) * 100),
    );
    expect((await user.call('/api/invoice/red', { InvoiceId: found.Invoice.Id, Note: '再冲一次' })).code).toBe(
      'invoice.taken-back',
    );
    expect(await broken()).toEqual([]);
  });

  test('before the invoice is issued, keeps it from being issued for too much', async () => {
    const order = await paid();
    await refund(order, '6.00');
    expect((await invoices.issue([order])).code).toBe('invoice.nothing-left');
  });

  test('while it is under way, is taken back once it is issued', async () => {
    const order = await paid();
    const { data } = await invoices.issue([order], { TitleName: '测试处理中有限公司' });
    const id = data.Invoices[0].Id;
    await invoices.until(id, 2);
    await refund(order, '5.00');
    await server.product.consumers.drain();
    expect((await invoices.get(id)).Reds).toEqual([]);
    await invoices.until(id, 3);
    const [red] = (await invoices.get(id)).Reds;
    expect((await invoices.until(red.Id, 3)).Invoice.Incl).toBe('-5.00');
    expect(await broken()).toEqual([]);
  });

  test('an invoice with a mistake is taken back by hand, and its money invoiced again', async () => {
    const order = await paid();
    const [found] = await issued([order]);
    const { data } = await user.call('/api/invoice/red', { InvoiceId: found.Invoice.Id, Note: '抬头开错' });
    expect(await invoices.found(order)).toMatchObject([{ Available: '0.00' }]);
    await invoices.until(data.RedId, 3);
    expect(await invoices.found(order)).toMatchObject([{ Available: '6.00' }]);
    await issued([order], { TitleType: 2, TitleName: '李先生', TaxNumber: null });
    expect(await broken()).toEqual([]);
  });
});

describe('only what was received from outside', () => {
  test('a stay paid from a wallet is invoiced with the top-up, without tax', async () => {
    const wallets = new TestWallets(user, lot.id);
    const Mobile = '13900009999';
    const { WalletId } = await wallets.open({ Mobile }, '100.00');
    const { orderId } = await invoices.stay(lot);
    await user.call('/api/order/payByWallet', { OrderId: orderId, WalletId, Amount: '6.00' });
    expect(await invoices.found(orderId)).toEqual([]);
    const { Items } = (await user.call('/api/invoice/findInvoiceable', { Word: Mobile })).data;
    expect(Items).toMatchObject([{ Use: 'top-up', Available: '100.00', Number: Mobile }]);
    const answer = await user.call('/api/invoice/issue', { Items: [{ BillId: Items[0].BillId }], ...COMPANY });
    const found = await invoices.until(answer.data.Invoices[0].Id, 3);
    expect(found.Invoice).toMatchObject({ Incl: '100.00', Tax: '0.00' });
    expect(found.Lines).toMatchObject([{ Policy: 'untaxed', TaxRate: 0 }]);
  });
});

describe('issuers', () => {
  test('are refused with ratios that do not add up, taxes that cannot be, or a mistyped number', async () => {
    const service = {
      Use: 'parking',
      ServiceName: '停车费',
      GoodsCode: '3040502020200000000',
      TaxRate: 9,
      Policy: 'normal',
      Ratio: 100,
    };
    const code = async (values: object) => {
      const answer = await user.call('/api/electronicInvoiceSet/update', { Id: setId, Version: 1, ...values });
      return answer.code ?? answer.issues?.[0]?.path;
    };
    expect(
      await code({
        Services: [
          { ...service, Ratio: 60 },
          { ...service, Ratio: 39.99 },
        ],
      }),
    ).toBe('invoice-set.not-whole');
    expect(await code({ Services: [{ ...service, Use: 'pack' }] })).toBe('invoice-set.no-parking');
    expect(await code({ Services: [{ ...service, Policy: 'exempt' }] })).toBe('invoice-set.no-tax');
    expect(await code({ PropertyRegion: '广东省深圳市南山区' })).toBe('invoice-set.half-property');
    expect(await code({ TaxNumber: '91440300708461136T' })).toBe('invoice-set.in-use');
    expect((await user.call('/api/electronicInvoiceSet/delete', { Id: setId })).code).toBe('invoice-set.is-used');
  });

  test('that are off for a lot issue nothing there', async () => {
    const other = await gate.newLot({}, { Capacity: 20 });
    const order = await paid(other);
    await invoices.issuer({ LotId: other.id, IsEnabled: false });
    expect((await invoices.found(order))[0]!.Blocked).toContain('未开通');
    expect((await invoices.issue([order])).code).toBe('invoice-set.off');
  });
});
