import { useText } from '@boyun/kernel/web';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { closeAllTabs, closeTab, isTagged, type Tab, useTabs } from './tabs.ts';

/** Tags of the visited pages: a click shows, the cross or a middle click closes, 清空 closes all. */
export function TagBar({ homePath, shownPath }: { homePath: string; shownPath: string }) {
  const t = useText();
  const navigate = useNavigate();
  const tabs = useTabs().filter(isTagged);
  const strip = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown tag changes with the address, a new one comes later
  useEffect(() => {
    strip.current?.querySelector('.is-current')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shownPath, tabs.length]);
  const close = (tab: Tab) => {
    const next = closeTab(tab.path);
    if (tab.path === shownPath) navigate(next ?? homePath);
  };
  return (
    <div className="tags">
      <div
        ref={strip}
        className="tags-strip"
        onWheel={(event) => {
          strip.current!.scrollLeft += event.deltaY;
        }}
      >
        {tabs.map((tab) => (
          <span key={tab.path} className={tab.path === shownPath ? 'tag is-current' : 'tag'}>
            <button
              type="button"
              aria-current={tab.path === shownPath ? 'page' : undefined}
              onClick={() => navigate(tab.location.pathname + tab.location.search)}
              onAuxClick={(event) => event.button === 1 && close(tab)}
            >
              {t(tab.page.title)}
            </button>
            <button
              type="button"
              className="tag-close"
              aria-label={t({ zh: '关闭{page}', en: 'Close {page}' }, { page: t(tab.page.title) })}
              onClick={() => close(tab)}
            >
              ×
            </button>
          </span>
        ))}
      </div>
      <button
        type="button"
        className="tags-clear"
        onClick={() => {
          closeAllTabs();
          navigate(homePath);
        }}
      >
        {t({ zh: '清空', en: 'Clear all' })}
      </button>
    </div>
  );
}
