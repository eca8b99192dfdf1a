import { equal } from 'node:assert/strict';
import type { TestUser } from './server.ts';

/** Cards of a lot: issued, charged, read. */
export class TestCards {
  readonly #user: TestUser;
  readonly #of: { readonly LotId: string; readonly ValidFrom: string };
  #made = 0;

  constructor(user: TestUser, lotId: string, validFrom: Date) {
    this.#user = user;
    this.#of = { LotId: lotId, ValidFrom: validFrom.toISOString() };
  }

  /** Issues a card with an amount of yuan on it. */
  async issue(values: object = {}, Amount: string | null = '20.00', by = this.#user) {
    this.#made += 1;
    const CardNo = `C${String(1000 + this.#made)}`;
    const ChipUid = `04A1${String(1000 + this.#made)}`;
    const card = { CardNo, ChipUid, HolderName: '王女士', ...this.#of, ...values };
    const answer = await by.call('/api/card/create', card);
    equal(answer.message, '');
    const CardId = answer.data.Id as string;
    if (Amount) equal((await by.call('/api/card/recharge', { CardId, Amount, Method: 'cash' })).message, '');
    return { CardId, CardNo, ChipUid };
  }

  async get(Id: string) {
    return (await this.#user.call('/api/card/get', { Id })).data;
  }

  /** What the card was held to readers for, the oldest first: the result with its reason or amount. */
  async uses(CardId: string) {
    const { data } = await this.#user.call('/api/card/getUsePage', { CardId });
    return data.Rows.reverse().map((one: Record<string, string>) => [one.Result, one.Reason ?? one.Amount]);
  }
}
