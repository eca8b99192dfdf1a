import './sidebar.css';
import { useCommitted, useText } from '@boyun/kernel/web';
import { ExternalLink } from 'lucide-react';
import { type MouseEvent, memo, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { pageAt, preload } from '../page-registry.tsx';
import { useMenu } from './menu.ts';
import { MenuCount } from './menu-count.tsx';
import { MenuIcon } from './menu-icon.tsx';
import { type MenuNode, trailTo, withoutQuery } from './menu-tree.ts';
import { revealing, SIDE_MARGIN_PX } from './scroll-margin.ts';
import { useShortcutGroup } from './shortcut.ts';

/** The menu: shortcuts, then up to three levels, one sub-menu open at a time; when collapsed to icons, sub-menus open next to them. */
export function Sidebar({
  shownPath,
  isCollapsed,
  onFollow,
}: {
  /** Base address of the page shown. */
  shownPath: string;
  isCollapsed: boolean;
  onFollow?: () => void;
}) {
  const t = useText();
  const menu = useMenu();
  const trail = trailTo(menu, shownPath);
  const shortcuts = useShortcutGroup(menu);
  const [open, setOpen] = useState<MenuNode | null>(trail[0] ?? null);
  // Navigation from elsewhere opens the sub-menu of its target.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of address or menu counts
  useEffect(() => setOpen(trail[0] ?? null), [shownPath, menu]);
  const navigate = useNavigate();
  const held = useCommitted({ navigate, onFollow });
  const follow = useCallback(
    (event: MouseEvent, path: string) => {
      held.current.onFollow?.();
      // The browser handles modified clicks, which open other tabs and windows.
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void held.current.navigate(path, { replace: location.pathname + location.search === path });
    },
    [held],
  );
  const toggle = useCallback((node: MenuNode) => setOpen((before) => (before === node ? null : node)), []);
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current entry is there when its sub-menu is open
  useEffect(() => {
    const box = nav.current!;
    const current = box.querySelector('[aria-current=page]')?.getBoundingClientRect();
    if (!current || isCollapsed) return;
    const start = current.top - box.getBoundingClientRect().top + box.scrollTop;
    const view = { start: box.scrollTop, size: box.clientHeight };
    box.scrollTop = revealing(view, { start, size: current.height }, SIDE_MARGIN_PX);
  }, [shownPath, open, isCollapsed]);
  return (
    <nav
      ref={nav}
      className={isCollapsed ? 'side-menu is-collapsed' : 'side-menu'}
      aria-label={t({ zh: '主菜单', en: 'Main menu' })}
    >
      <ul>
        {(shortcuts ? [shortcuts, ...menu] : menu).map((node) => (
          <Entry
            key={`${node.title.zh} ${node.path}`}
            node={node}
            level={1}
            trail={trail.includes(node) ? trail : NO_TRAIL}
            isOpen={!isCollapsed && open === node}
            isCollapsed={isCollapsed}
            onToggle={toggle}
            onFollow={follow}
          />
        ))}
      </ul>
    </nav>
  );
}

const NO_TRAIL: readonly MenuNode[] = [];
const NEW_WINDOW = { target: '_blank', rel: 'noopener noreferrer' } as const;

/**
 * An entry with its children. They are plain anchors, because a router link re-renders on every address change, whereas navigation changes
 * only two of the many entries.
 */
const Entry = memo(function Entry({
  node,
  level,
  trail,
  isOpen,
  isCollapsed,
  onToggle,
  onFollow,
}: {
  node: MenuNode;
  level: number;
  trail: readonly MenuNode[];
  isOpen: boolean;
  isCollapsed?: boolean;
  onToggle: (node: MenuNode) => void;
  onFollow: (event: MouseEvent, path: string) => void;
}) {
  const t = useText();
  const title = t(node.title);
  const isOnTrail = trail.includes(node);
  const current = node.children.find((child) => trail.includes(child)) ?? null;
  const [openChild, setOpenChild] = useState(current);
  // Navigation from elsewhere opens the branch of its target.
  const [shown, setShown] = useState(current);
  if (current !== shown) {
    setShown(current);
    if (current) setOpenChild(current);
  }
  const toggleChild = useCallback((child: MenuNode) => setOpenChild((before) => (before === child ? null : child)), []);
  const { path, opensWindow } = node;
  if (path)
    return (
      <li>
        <a
          href={path}
          className={isOnTrail ? `side-link side-level-${level} is-current` : `side-link side-level-${level}`}
          aria-current={isOnTrail ? 'page' : undefined}
          title={isCollapsed ? title : undefined}
          {...(opensWindow ? NEW_WINDOW : { onClick: (event) => onFollow(event, path) })}
          onPointerEnter={() => {
            const page = pageAt(withoutQuery(path), '');
            if (page) void preload(page);
          }}
        >
          <MenuIcon name={node.icon} />
          <span>{title}</span>
          {opensWindow && (
            <ExternalLink className="side-outside" aria-label={t({ zh: '新窗口打开', en: 'opens in a new window' })} />
          )}
          <MenuCount node={node} />
        </a>
      </li>
    );
  return (
    <li className={isOnTrail ? 'side-group is-on-trail' : 'side-group'}>
      <button
        type="button"
        className={`side-link side-level-${level}`}
        aria-expanded={isOpen}
        aria-haspopup={isCollapsed || undefined}
        title={isCollapsed ? title : undefined}
        onClick={() => onToggle(node)}
      >
        <MenuIcon name={node.icon} />
        <span>{title}</span>
        {!isOpen && <MenuCount node={node} />}
        <i className="side-arrow" aria-hidden="true" />
      </button>
      <div className={isOpen ? 'side-below is-open' : 'side-below'}>
        <ul>
          {isCollapsed && <li className="side-caption">{title}</li>}
          {node.children.map((child) => (
            <Entry
              key={`${child.title.zh} ${child.path}`}
              node={child}
              level={level + 1}
              trail={trail.includes(child) ? trail : NO_TRAIL}
              isOpen={openChild === child}
              onToggle={toggleChild}
              onFollow={onFollow}
            />
          ))}
        </ul>
      </div>
    </li>
  );
});
