import { call, keepSettings, offerListViews, readSetting } from '@boyun/kernel/web';
import { getListViews, saveListView } from './list-view.contract.ts';

const loadPanel = () => import('./list-view-panel.view.tsx');

async function refresh(): Promise<void> {
  const { views } = await call(getListViews, {}, { isQuiet: true });
  keepSettings(
    (list, setting) => call(saveListView, { list, name: '', query: '', setting }, { isQuiet: true }),
    new Map(views.filter((one) => one.isOwn && one.name === '').map((one) => [one.list, one.setting])),
  );
  const named = views.filter((one) => one.name !== '');
  offerListViews({ loadPanel, refresh, views: named.map((one) => ({ ...one, setting: readSetting(one.setting) })) });
}

/** Fetches how the user looks at lists; until then lists show themselves as this browser remembers them. */
export async function startListViews(): Promise<void> {
  offerListViews({ loadPanel, refresh, views: null });
  // Without an answer lists go on with what this browser knows, and without views.
  await refresh().catch(() => offerListViews({ loadPanel, refresh, views: [] }));
}
