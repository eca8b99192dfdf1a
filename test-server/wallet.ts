import { equal } from 'node:assert/strict';
import type { TestUser } from './server.ts';

/** Wallets of a lot: opened, topped up, read. */
export class TestWallets {
  readonly #user: TestUser;
  readonly #lotId: string;
  #made = 0;

  constructor(user: TestUser, lotId: string) {
    this.#user = user;
    this.#lotId = lotId;
  }

  /** Opens a wallet and tops it up in cash; returns its id and mobile. */
  async open(values: object = {}, Amount: string | null = '100.00', by = this.#user) {
    this.#made += 1;
    const Mobile = `139${String(10_000_000 + this.#made)}`;
    const answer = await by.call('/api/wallet/create', {
      Mobile,
      HolderName: '王女士',
      LotId: this.#lotId,
      ...values,
    });
    equal(answer.message, '');
    const WalletId = answer.data.Id as string;
    if (Amount) await this.topUp(WalletId, Amount, {}, by);
    return { WalletId, Mobile };
  }

  /** Tops a wallet up by hand and returns what was answered. */
  async topUp(WalletId: string, Amount: string, values: object = {}, by = this.#user) {
    const answer = await by.call('/api/wallet/topUp', { WalletId, Amount, Method: 'cash', ...values });
    equal(answer.message, '');
    return answer.data;
  }

  /** A rule that gives an amount for a top-up of at least another. */
  async rule(values: object = {}, by = this.#user) {
    this.#made += 1;
    const rule = {
      Name: `赠送${this.#made}`,
      Minimum: '100.00',
      Gift: '20.00',
      ValidDays: 30,
      OnRefund: 'proportional',
    };
    const answer = await by.call('/api/giftRule/create', { ...rule, ...values });
    equal(answer.message, '');
    return answer.data.Id as string;
  }

  async get(Id: string, by = this.#user) {
    return (await by.call('/api/wallet/get', { Id })).data;
  }

  /** The movements of a wallet, the oldest first: kind, amount and the balance after it. */
  async entries(WalletId: string, by = this.#user) {
    const { data } = await by.call('/api/wallet/getEntryPage', { WalletId, PerPage: 100 });
    return data.Rows.reverse().map((one: Record<string, string>) => [one.Kind, one.Amount, one.Balance]);
  }

  /** What is left of the parts of a wallet, in the order they are used. */
  async parts(WalletId: string, by = this.#user) {
    const { data } = await by.call('/api/wallet/getParts', { WalletId });
    return data.Parts.map((one: Record<string, string>) => [one.Kind, one.Left]);
  }
}
