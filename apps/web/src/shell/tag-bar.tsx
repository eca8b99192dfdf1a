import './tag-bar.css';
import { useText, useUnsavedPaths } from '@boyun/kernel/web';
import { Pin } from 'lucide-react';
import { type DragEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isTagged } from './kept-tab.ts';
import { type MenuChoice, PointMenu } from './point-menu.tsx';
import { revealing, TAG_MARGIN_PX, wheeled } from './scroll-margin.ts';
import { addressOf, moveTab, type Tab, togglePin, useTabs } from './tabs.ts';
import { useEndTabs } from './tag-closing.tsx';
import { type Closing, staying } from './tag-order.ts';

/**
 * Tags of the visited pages: a click shows a page; the close button, Delete or a middle click closes it; dragging reorders; a right click
 * opens a menu; 清空 closes all and goes to the dashboard (spec §2).
 */
export function TagBar({ homePath, shownPath }: { homePath: string; shownPath: string }) {
  const t = useText();
  const tabs = useTabs().filter(isTagged);
  const { strip, roll } = useTagScroll(shownPath, tabs.length);
  const drag = useTagDrag();
  const [asked, setAsked] = useState<{ tab: Tab; x: number; y: number } | null>(null);
  const end = useEndTabs(homePath, shownPath);
  const close = (tab: Tab, which: Closing) => end(tab.path, which);
  const unsaved = useUnsavedPaths();
  const ask = (event: MouseEvent<HTMLElement>, tab: Tab) => {
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    // The menu key of the keyboard has no pointer position.
    setAsked({ tab, x: event.clientX || box.left, y: event.clientY || box.bottom });
  };
  if (tabs.length === 0) return null;
  return (
    <div className="tags">
      <div ref={strip} className="tags-strip" onWheel={(event) => roll(event.deltaY || event.deltaX)}>
        {tabs.map((tab) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: whatever it listens to, the buttons inside offer to the keyboard
          <span
            key={tab.path}
            className={`tag${tab.path === shownPath ? ' is-current' : ''}${tab.path === drag.dropPath ? ' is-goal' : ''}`}
            draggable
            onDragStart={(event) => drag.onStart(event, tab)}
            onDragOver={(event) => drag.onOver(event, tab)}
            onDrop={(event) => drag.onDrop(event, tab)}
            onDragEnd={drag.onEnd}
            onContextMenu={(event) => ask(event, tab)}
            onMouseDown={(event) => event.button === 1 && event.preventDefault()}
            onAuxClick={(event) => event.button === 1 && close(tab, 'this')}
          >
            <TagButtons
              tab={tab}
              isShown={tab.path === shownPath}
              isUnsaved={unsaved.has(tab.path)}
              onClose={() => close(tab, 'this')}
            />
          </span>
        ))}
      </div>
      {tabs.length > 0 && (
        <button type="button" className="tags-clear" onClick={() => close(tabs[0]!, 'all')}>
          {t({ zh: '清空', en: 'Clear all' })}
        </button>
      )}
      {asked && (
        <TagMenu
          {...asked}
          tabs={tabs}
          onRefresh={(tab) => end(tab.path, 'refresh')}
          onPick={close}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

/** The buttons of a tag: show the page, and close or unpin it. */
function TagButtons({
  tab,
  isShown,
  isUnsaved,
  onClose,
}: {
  tab: Tab;
  isShown: boolean;
  isUnsaved: boolean;
  onClose: () => void;
}) {
  const t = useText();
  const navigate = useNavigate();
  const page = t(tab.page.title);
  return (
    <>
      <button
        type="button"
        aria-current={isShown ? 'page' : undefined}
        aria-haspopup="menu"
        onClick={() => navigate(addressOf(tab))}
        onKeyDown={(event) => event.key === 'Delete' && onClose()}
      >
        {page}
        {isUnsaved && (
          <span className="tag-unsaved" title={t(UNSAVED)}>
            <span className="by-sr">{t(UNSAVED)}</span>
          </span>
        )}
      </button>
      {tab.isPinned ? (
        <button
          type="button"
          className="tag-close"
          aria-label={t({ zh: '取消固定{page}', en: 'Unpin {page}' }, { page })}
          onClick={() => togglePin(tab.path)}
        >
          <Pin />
        </button>
      ) : (
        <button
          type="button"
          className="tag-close"
          aria-label={t({ zh: '关闭{page}', en: 'Close {page}' }, { page })}
          onClick={onClose}
        >
          ×
        </button>
      )}
    </>
  );
}

/** Keeps the shown tag visible, and scrolls the strip by the wheel. */
function useTagScroll(shownPath: string, count: number) {
  const strip = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown tag changes with the address, a new one comes later
  useEffect(() => {
    const box = strip.current;
    if (!box) return;
    const shown = box.querySelector<HTMLElement>('.is-current');
    if (!shown) return;
    const view = { start: box.scrollLeft, size: box.clientWidth };
    box.scrollLeft = revealing(view, { start: shown.offsetLeft, size: shown.offsetWidth }, TAG_MARGIN_PX);
  }, [shownPath, count]);
  const roll = (delta: number) => {
    const box = strip.current!;
    const last = box.lastElementChild as HTMLElement | null;
    const content = last ? last.offsetLeft + last.offsetWidth : 0;
    box.scrollLeft = wheeled(box.scrollLeft, delta, box.clientWidth, content, TAG_MARGIN_PX);
  };
  return { strip, roll };
}

/** Dragging a tag to the place of another one. */
function useTagDrag() {
  const dragged = useRef<string | null>(null);
  const [dropPath, setDropPath] = useState<string | null>(null);
  return {
    dropPath,
    onStart(event: DragEvent, tab: Tab) {
      dragged.current = tab.path;
      event.dataTransfer.effectAllowed = 'move';
    },
    onOver(event: DragEvent, tab: Tab) {
      if (dragged.current === null) return;
      event.preventDefault();
      setDropPath(tab.path);
    },
    onDrop(event: DragEvent, tab: Tab) {
      event.preventDefault();
      if (dragged.current !== null) moveTab(dragged.current, tab.path);
    },
    onEnd() {
      dragged.current = null;
      setDropPath(null);
    },
  };
}

const UNSAVED = { zh: '有未提交的内容', en: 'unsaved' };

const CLOSINGS = {
  this: { zh: '关闭', en: 'Close' },
  others: { zh: '关闭其他', en: 'Close others' },
  left: { zh: '关闭左侧', en: 'Close tags to the left' },
  right: { zh: '关闭右侧', en: 'Close tags to the right' },
  all: { zh: '清空', en: 'Clear all' },
} as const;

function TagMenu({
  tab,
  x,
  y,
  tabs,
  onRefresh,
  onPick,
  onClose,
}: {
  tab: Tab;
  x: number;
  y: number;
  tabs: readonly Tab[];
  onRefresh: (tab: Tab) => void;
  onPick: (tab: Tab, which: Closing) => void;
  onClose: () => void;
}) {
  const t = useText();
  const choices: readonly MenuChoice[] = [
    { label: t({ zh: '刷新', en: 'Refresh' }), onPick: () => onRefresh(tab) },
    {
      label: t(tab.isPinned ? { zh: '取消固定', en: 'Unpin' } : { zh: '固定', en: 'Pin' }),
      onPick: () => togglePin(tab.path),
    },
    ...(Object.keys(CLOSINGS) as Closing[]).map((which) => ({
      label: t(CLOSINGS[which]),
      isOff: staying(tabs, tab.path, which).length === tabs.length,
      onPick: () => onPick(tab, which),
    })),
  ];
  return <PointMenu label={t(tab.page.title)} x={x} y={y} choices={choices} onClose={onClose} />;
}
