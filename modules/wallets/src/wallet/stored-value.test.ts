import { parseYuan } from '@boyun/domain/money';
import { verifyTenant } from '@boyun/insight/server';
import { REQUEST_KEY_HEADER } from '@boyun/kernel/contract';
import { SetClock } from '@boyun/kernel/server';
import { TestCards } from '@boyun/test-server/card';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { TestWallets } from '@boyun/test-server/wallet';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let cards: TestCards;
let wallets: TestWallets;
let minute = 0;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({}, { Capacity: 500 });
  cards = new TestCards(user, lot.id, START);
  wallets = new TestWallets(user, lot.id);
  await wallets.rule({ Minimum: '10.00', Gift: '3.00', OnRefund: 'proportional' });
});
afterAll(() => server?.stop());

const yuan = (fen: number) => (fen / 100).toFixed(2);

/** One card or wallet under test; acts may be refused, and then move nothing. */
interface Store {
  /** Changes when a card is replaced. */
  id: string;
  number: string;
  readonly kind: 'card' | 'wallet';
  /** The last stay paid from it. */
  orderId: string | null;
}

/** A car that waits at the exit and owes 6.00. */
async function owingCar(): Promise<string> {
  made += 1;
  const plate = `粤B${String(70_000 + made)}`;
  minute += 100;
  await gate.see(lot.entry, plate, minute);
  minute += 90;
  await gate.see(lot.exit, plate, minute);
  return (await user.call('/api/order/getOrderPage', { Plate: plate })).data.Rows[0].Id;
}

const acts = {
  async putIn({ kind, id }: Store, Amount: string) {
    const by = { Amount, Method: 'cash' };
    if (kind === 'card') await user.call('/api/card/recharge', { CardId: id, ...by });
    else await user.call('/api/wallet/topUp', { WalletId: id, ...by });
  },
  async park(store: Store) {
    const OrderId = await owingCar();
    const due = { OrderId, Amount: '6.00' };
    const { kind, id: WalletId, number: CardNo } = store;
    const paid =
      kind === 'card'
        ? await user.call('/api/order/payByCard', { ...due, CardNo })
        : await user.call('/api/order/payByWallet', { ...due, WalletId });
    if (!paid.code) store.orderId = OrderId;
    await server.product.consumers.drain();
  },
  async refundStay({ orderId: OrderId }: Store, Amount: string) {
    if (!OrderId) return;
    const { Payments } = (await user.call('/api/order/getRefundable', { OrderId })).data;
    if (Payments.length === 0) return;
    const [{ PaymentId, Left }] = Payments;
    await user.call('/api/order/refund', { OrderId, PaymentId, Left, Amount, Way: 'origin', Reason: '多收退款' });
  },
  /** Takes paid money out of a wallet, or moves that of a card to another one. */
  async takeOut(store: Store, Amount: string) {
    const { kind, id } = store;
    if (kind === 'card') {
      made += 1;
      const next = { CardNo: `T${made}`, ChipUid: `0B${10_000 + made}` };
      store.id = (await user.call('/api/card/replace', { CardId: id, ...next, Note: '旧卡损坏' })).data.CardId;
      store.number = next.CardNo;
      return;
    }
    const { Refundable } = (await user.call('/api/wallet/getRefund', { WalletId: id })).data;
    await user.call('/api/wallet/refund', { WalletId: id, Refundable, Amount, Way: 'cash', Reason: '客户退款' });
  },
  async adjust({ kind, id: WalletId }: Store, Amount: string) {
    if (kind === 'wallet')
      await user.call('/api/wallet/adjust', { WalletId, Amount: `-${Amount}`, Reason: '更正赠送' });
  },
};

interface Read {
  readonly balanceFen: number;
  readonly entries: readonly { readonly kind: string; readonly amountFen: number; readonly balanceFen: number }[];
}

/** The balance and the movements of a store, oldest first, in fen. */
async function read({ kind, id }: Pick<Store, 'kind' | 'id'>): Promise<Read> {
  const { data } = await user.call(`/api/${kind}/get`, { Id: id });
  const key = kind === 'card' ? 'CardId' : 'WalletId';
  const entries = (await user.call(`/api/${kind}/getEntryPage`, { [key]: id, PerPage: 100 })).data;
  return {
    balanceFen: parseYuan(data.Balance),
    entries: entries.Rows.reverse().map((one: Record<string, string>) => ({
      kind: one.Kind!,
      amountFen: parseYuan(one.Amount!),
      balanceFen: parseYuan(one.Balance!),
    })),
  };
}

/** A key as a dialog makes it. */
const newKey = () => crypto.randomUUID();
const codeOf = (answer: { code?: string | undefined }) => answer.code ?? 'done';
/** What adds up no more. */
const broken = async () => (await verifyTenant(server.product.kernel, user.tenantId)).flatMap((one) => one.broken);

describe('a dialog that is sent twice', () => {
  test.each([
    ['card', 'recharge', { Amount: '5.00', Method: 'cash' }, ['20.00', '5.00']],
    ['card', 'lose', { Note: '遗失' }, ['20.00']],
    ['card', 'return', { Method: 'cash', Note: '不再使用' }, ['20.00', '-20.00']],
    ['card', 'replace', { CardNo: 'TWICE', ChipUid: '0C0001', Note: '旧卡损坏' }, ['20.00', '-20.00']],
    ['wallet', 'topUp', { Amount: '5.00', Method: 'cash' }, ['20.00', '3.00', '5.00']],
    ['wallet', 'adjust', { Amount: '2.00', Reason: '投诉补偿' }, ['20.00', '3.00', '2.00']],
    ['wallet', 'refund', { Amount: '5.00', Way: 'cash', Reason: '客户退款' }, ['20.00', '3.00', '-5.00', '-0.75']],
    ['wallet', 'freeze', { Note: '来电' }, ['20.00', '3.00']],
  ] as const)('does the act of a %s once: %s', async (kind, path, given, amounts) => {
    const id = kind === 'card' ? (await cards.issue({}, '20.00')).CardId : (await wallets.open({}, '20.00')).WalletId;
    const body = {
      [kind === 'card' ? 'CardId' : 'WalletId']: id,
      ...(path === 'refund' ? { Refundable: '20.00' } : {}),
      ...given,
    };
    const send = (key: string) => user.call(`/api/${kind}/${path}`, body, { [REQUEST_KEY_HEADER]: key });
    const key = newKey();
    const answers = await Promise.all([send(key), send(key)]);
    expect(answers.map(codeOf)).toContain('done');
    expect((await read({ kind, id })).entries.map((one) => yuan(one.amountFen))).toEqual(amounts);
    expect(await broken()).toEqual([]);
  });

  test('gets the first answer again, whatever the proof of its password; other input under its key is refused', async () => {
    const { WalletId } = await wallets.open({}, null);
    const body = { WalletId, Amount: '5.00', Method: 'cash' };
    const send = (key: string, more: object = {}, by = user) =>
      by.call('/api/wallet/topUp', { ...body, ...more }, { [REQUEST_KEY_HEADER]: key });
    const key = newKey();
    const first = await send(key);
    expect(first.data).toMatchObject({ Balance: '5.00' });
    expect((await send(key)).data).toEqual(first.data);
    expect(codeOf(await send(key, { Amount: '6.00' }))).toBe('kernel.request-key-used');
    const colleague = await server.newUser(user, ['wallet.top-up']);
    expect(codeOf(await send(key, {}, colleague))).toBe('kernel.request-key-used');
    expect(codeOf(await send('short'))).toBe('kernel.bad-request-key');
    // What was refused has not used its key up.
    const next = newKey();
    await user.call('/api/wallet/freeze', { WalletId, Note: '来电' });
    expect(codeOf(await send(next))).toBe('wallet.not-possible');
    await user.call('/api/wallet/release', { WalletId, Note: '来电' });
    expect((await send(next)).data).toMatchObject({ Balance: '10.00' });
  });
});

const act = fc.record({
  name: fc.constantFrom('putIn', 'park', 'refundStay', 'takeOut', 'adjust') as fc.Arbitrary<keyof typeof acts>,
  fen: fc.integer({ min: 1, max: 15_00 }),
});

test('whatever happens to cards and wallets, the balance is the sum of the movements and the account of the ledger', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 10 }), async (script) => {
      const card = await cards.issue({}, '20.00');
      const { WalletId } = await wallets.open({}, '20.00');
      const stores: Store[] = [
        { kind: 'card', id: card.CardId, number: card.CardNo, orderId: null },
        { kind: 'wallet', id: WalletId, number: '', orderId: null },
      ];
      for (const { name, fen } of script) for (const store of stores) await acts[name](store, yuan(fen));
      for (const store of stores) {
        const { balanceFen, entries } = await read(store);
        let sumFen = 0;
        for (const one of entries) {
          seen.add(`${store.kind} ${one.kind}`);
          sumFen += one.amountFen;
          expect(one.balanceFen).toBe(sumFen);
        }
        expect(balanceFen).toBe(sumFen);
      }
      expect(await broken()).toEqual([]);
    }),
    { numRuns: 8 },
  );
  // The drawn acts were not all refused.
  for (const kind of ['recharge', 'payment', 'payment-back', 'moved-in']) expect(seen).toContain(`card ${kind}`);
  for (const kind of ['top-up', 'gift', 'payment', 'payment-back', 'refund', 'gift-forfeited', 'adjusted-down'])
    expect(seen).toContain(`wallet ${kind}`);
});
