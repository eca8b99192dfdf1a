import {
  authorization,
  Confirm,
  createStore,
  queryClient,
  unsavedPaths,
  useStore,
  useText,
  useUnsavedPaths,
} from '@boyun/kernel/web';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { addressOf, closeTabs, refreshTab, tabsNow } from './tabs.ts';
import { type Closing, staying } from './tag-order.ts';

/** Acts that discard a tab's state: closing it with or without others, or refreshing it. */
type Ending = Closing | 'refresh';

const asked = createStore<{ readonly path: string; readonly which: Ending } | null>(null);

/** Returns the paths of the tabs that lose their state. */
function endingPaths(path: string, which: Ending): readonly string[] {
  const all = tabsNow();
  if (which === 'refresh') return [path];
  const left = staying(all, path, which);
  return all.filter((tab) => !left.includes(tab)).map((tab) => tab.path);
}

/** Returns a function that closes or refreshes tabs; asks first if any of them has unsaved input. */
export function useEndTabs(homePath: string, shownPath: string): (path: string, which: Ending) => void {
  const end = useEnd(homePath, shownPath);
  return (path, which) => {
    const unsaved = unsavedPaths();
    if (endingPaths(path, which).some((one) => unsaved.has(one))) asked.set({ path, which });
    else end(path, which);
  };
}

function useEnd(homePath: string, shownPath: string) {
  const navigate = useNavigate();
  return (path: string, which: Ending) => {
    if (which !== 'refresh') {
      const next = closeTabs(path, which, shownPath, homePath);
      if (next !== null) navigate(next);
      return;
    }
    // The refreshed page must fetch its data from the server, not from the cache.
    void queryClient.invalidateQueries({ refetchType: 'none' });
    refreshTab(path);
    const tab = tabsNow().find((one) => one.path === path);
    if (tab) navigate(addressOf(tab));
  };
}

/** Asks before unsaved input is lost: with a dialog when a tab is closed, with the browser's own when the page is left. */
export function UnsavedQuestion({ homePath, shownPath }: { homePath: string; shownPath: string }) {
  const t = useText();
  const end = useEnd(homePath, shownPath);
  const question = useStore(asked);
  const hasUnsaved = useUnsavedPaths().size > 0;
  useEffect(() => {
    if (!hasUnsaved) return;
    const listen = (event: BeforeUnloadEvent) => {
      // After sign-out there is nothing to save.
      if (authorization()) event.preventDefault();
    };
    window.addEventListener('beforeunload', listen);
    return () => window.removeEventListener('beforeunload', listen);
  }, [hasUnsaved]);
  return (
    <Confirm
      isOpen={question !== null}
      text={t({ zh: '有未提交的内容，确定关闭吗？', en: 'You have unsaved changes. Close anyway?' })}
      onConfirm={() => end(question!.path, question!.which)}
      onClose={() => asked.set(null)}
    />
  );
}
