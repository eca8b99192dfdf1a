import { call, type ListViewSource, readSetting } from '@boyun/kernel/web';
import { getListViews, saveListView } from './list-view.contract.ts';

/** Stores views and columns of lists on the server; columns are stored as a view without a name. */
export const listViewStore: ListViewSource = {
  loadPanel: () => import('./list-view-panel.view.tsx'),
  async fetchViews() {
    const { views } = await call(getListViews, {}, { isQuiet: true });
    return {
      views: views.filter((one) => one.name !== '').map((one) => ({ ...one, setting: readSetting(one.setting) })),
      columns: new Map(views.filter((one) => one.isOwn && one.name === '').map((one) => [one.list, one.setting])),
    };
  },
  saveColumns: (list, setting) => call(saveListView, { list, name: '', query: '', setting }, { isQuiet: true }),
};
