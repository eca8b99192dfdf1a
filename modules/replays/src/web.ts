import { ruleTabs } from '@boyun/charging/web';
import { type Filling, fill, type WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';

/** Tab with the replays of a charge rule; props: `{ruleId}`. */
export const ReplayTab = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./charge-replay/replay-tab.view.tsx')).ReplayTab,
}));

/** This module has no pages of its own. */
export const pages: WebPages = {};

/** Slot fillings of this module: the replay tab on the workbench of a charge rule. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(ruleTabs, { key: 'replay', label: { zh: '回放', en: 'Replay' }, Tab: ReplayTab }),
];
