import { moduleContract, resourcePage } from '@boyun/kernel/contract';
import { chargeBinding } from './charge-binding/charge-binding.contract.ts';
import { chargeRule, chargingRefusal, TariffTemplate } from './charge-rule/charge-rule.contract.ts';

export { chargeBinding, chargeRule, chargingRefusal, TariffTemplate };

/** Tariffs and the lots they hold in. */
export const charging = moduleContract('charging', {
  resources: [chargeRule, chargeBinding],
  refusals: [chargingRefusal],
  pages: [
    resourcePage('chargeRule', chargeRule, { path: '/_cloud_operation/chargeRule', icon: 'rule', area: 'operation' }),
    resourcePage('chargeBinding', chargeBinding, {
      path: '/_cloud_operation/chargeBinding',
      icon: 'link',
      area: 'operation',
    }),
  ],
});
