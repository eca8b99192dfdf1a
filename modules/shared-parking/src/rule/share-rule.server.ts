import { Refusal, type Row } from '@boyun/kernel/contract';
import { newCode, serveResource } from '@boyun/kernel/server';
import { shareRule, shareRuleRefusal } from './share-rule.contract.ts';

/** Rules of lots; each has the code of the page on which drivers book. */
export const shareRuleServer = serveResource(shareRule, {
  async beforeWrite(tx, values, before) {
    const { ownerPercent, platformPercent } = { ...before, ...values } as Row<typeof shareRule>;
    if (ownerPercent + platformPercent > 100) throw new Refusal(shareRuleRefusal['percent-sum']);
    return before ? values : { ...values, code: newCode(tx) };
  },
});
