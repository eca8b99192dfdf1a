import { Refusal, type Row } from '@boyun/kernel/contract';
import { serveResource } from '@boyun/kernel/server';
import { giftRule, giftRuleRefusal } from './gift-rule.contract.ts';
import { sumGiven } from './gift-rule.queries.ts';

/** Gift rules, with what they gave; one that gave is disabled, not deleted. */
export const giftRuleServer = serveResource(giftRule, {
  async beforeWrite(_tx, values, before) {
    const { validFrom, validUntil } = { ...before, ...values } as Row<typeof giftRule>;
    if (validFrom && validUntil && validFrom > validUntil) throw new Refusal(giftRuleRefusal['ends-before-start']);
    return values;
  },
  async beforeDelete(tx, row) {
    const [given] = await sumGiven(tx, [row.id]);
    if (given) throw new Refusal(giftRuleRefusal.given, { count: given.givenCount });
  },
  async afterRead(tx, rows) {
    const sums = new Map(
      (
        await sumGiven(
          tx,
          rows.map((row) => row.id),
        )
      ).map((one) => [one.id, one]),
    );
    for (const row of rows) {
      row.givenCount = sums.get(row.id)?.givenCount ?? 0;
      row.givenFen = sums.get(row.id)?.givenFen ?? 0;
    }
  },
});
