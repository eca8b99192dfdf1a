import type { Label } from '@boyun/kernel/contract';
import { slot } from '@boyun/kernel/web';
import type { ComponentType } from 'react';

/** A tab of the workbench of a charge rule; `key` names it in the address. */
export interface RuleTab {
  readonly key: string;
  readonly label: Label;
  readonly Tab: ComponentType<{ readonly ruleId: string }>;
}

/** Tabs of other modules in the workbench of a charge rule, in front of its versions. */
export const ruleTabs = slot<RuleTab>('charge-rule.tabs');
