import { ruleTabs } from '@boyun/charging/web';
import { type Filling, fill, type WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';

/** Replays of a charge rule: `{ruleId}`. */
export const ReplayTab = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./charge-replay/replay-tab.view.tsx')).ReplayTab,
}));

/** This module has no pages of its own. */
export const pages: WebPages = {};

/** What this module puts into slots: replays on the workbench of a charge rule. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(ruleTabs, { key: 'replay', label: { zh: '回放', en: 'Replay' }, Tab: ReplayTab }),
];
