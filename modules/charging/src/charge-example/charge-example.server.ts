import { Refusal } from '@boyun/kernel/contract';
import { serveResource } from '@boyun/kernel/server';
import { chargingRefusal } from '../charge-rule/charge-rule.contract.ts';
import { lockRule } from '../charge-rule/charge-rule.service.ts';
import { stayBetween } from '../trial-run/trial-run.service.ts';
import { chargeExample } from './charge-example.contract.ts';

export const chargeExampleServer = serveResource(chargeExample, {
  async beforeWrite(tx, values, before) {
    const { chargeRuleId, entry, exit } = { ...before, ...values };
    await lockRule(tx, chargeRuleId!);
    const { enteredAtMs, exitAtMs } = stayBetween(entry!, exit!, tx.who.zone);
    if (exitAtMs < enteredAtMs) throw new Refusal(chargingRefusal['example-backwards']);
    return values;
  },
  async beforeDelete(tx, row) {
    await lockRule(tx, row.chargeRuleId);
  },
});
