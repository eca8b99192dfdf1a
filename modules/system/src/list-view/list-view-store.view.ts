import { call, type ListViewSource, readSetting } from '@boyun/kernel/web';
import { getListViews, saveListView } from './list-view.contract.ts';

/** Keys of texts that the shell keeps for a person begin with this; no list has such a name. */
const OF_SHELL = 'shell:';

/** Stores views and columns of lists, and texts of the shell, on the server; both latter are stored as a view without a name. */
export const listViewStore: ListViewSource = {
  loadPanel: () => import('./list-view-panel.view.tsx'),
  async fetchViews() {
    const { views } = await call(getListViews, {}, { isQuiet: true });
    const unnamed = views.filter((one) => one.isOwn && one.name === '');
    const texts = new Map(unnamed.map((one) => [one.list, one.setting]));
    return {
      views: views.filter((one) => one.name !== '').map((one) => ({ ...one, setting: readSetting(one.setting) })),
      columns: new Map([...texts].filter(([key]) => !key.startsWith(OF_SHELL))),
      texts: new Map([...texts].filter(([key]) => key.startsWith(OF_SHELL))),
    };
  },
  saveText: (key, text) => call(saveListView, { list: key, name: '', query: '', setting: text }, { isQuiet: true }),
  saveColumns: (list, setting) => call(saveListView, { list, name: '', query: '', setting }, { isQuiet: true }),
};
