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

/** What ends what a tab holds: closing it with or without others, or drawing it anew. */
type Ending = Closing | 'refresh';

const asked = createStore<{ readonly path: string; readonly which: Ending } | null>(null);

/** Paths of the tabs that lose what they hold. */
function endingPaths(path: string, which: Ending): readonly string[] {
  const all = tabsNow();
  if (which === 'refresh') return [path];
  const left = staying(all, path, which);
  return all.filter((tab) => !left.includes(tab)).map((tab) => tab.path);
}

/** Closes or refreshes tabs; asks first where something in them is not saved. */
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
    // What the page asks for when it is drawn anew is asked of the server, not of the memory.
    void queryClient.invalidateQueries({ refetchType: 'none' });
    refreshTab(path);
    const tab = tabsNow().find((one) => one.path === path);
    if (tab) navigate(addressOf(tab));
  };
}

/** Asks before something unsaved is lost: by closing a tab here, by leaving the page in the browser's own words. */
export function UnsavedQuestion({ homePath, shownPath }: { homePath: string; shownPath: string }) {
  const t = useText();
  const end = useEnd(homePath, shownPath);
  const question = useStore(asked);
  const hasUnsaved = useUnsavedPaths().size > 0;
  useEffect(() => {
    if (!hasUnsaved) return;
    const listen = (event: BeforeUnloadEvent) => {
      // Whoever signs out, or was signed out, has nothing left to stay for.
      if (authorization()) event.preventDefault();
    };
    window.addEventListener('beforeunload', listen);
    return () => window.removeEventListener('beforeunload', listen);
  }, [hasUnsaved]);
  return (
    <Confirm
      isOpen={question !== null}
      text={t({ zh: '有未提交的内容，确定关闭吗？', en: 'Something is not saved. Close all the same?' })}
      onConfirm={() => end(question!.path, question!.which)}
      onClose={() => asked.set(null)}
    />
  );
}
