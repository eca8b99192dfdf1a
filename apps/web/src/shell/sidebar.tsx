import './sidebar.css';
import { useText } from '@boyun/kernel/web';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { pageAt, preload } from '../page-registry.tsx';
import { useMenu } from './menu.ts';
import { MenuIcon } from './menu-icon.tsx';
import { type MenuNode, trailTo } from './menu-tree.ts';
import { revealing, SIDE_MARGIN_PX } from './scroll-margin.ts';

/** The menu: up to three levels, one sub-menu open at a time; collapsed to its icons it opens beside them. */
export function Sidebar({
  shownPath,
  isCollapsed,
  onFollow,
}: {
  /** Own address of the page shown. */
  shownPath: string;
  isCollapsed: boolean;
  onFollow?: () => void;
}) {
  const t = useText();
  const menu = useMenu();
  const trail = trailTo(menu, shownPath);
  const [open, setOpen] = useState<MenuNode | null>(trail[0] ?? null);
  // Going somewhere else by other means opens that place's sub-menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of address or menu counts
  useEffect(() => setOpen(trail[0] ?? null), [shownPath, menu]);
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
        {menu.map((node) => (
          <Entry
            key={`${node.title.zh} ${node.path}`}
            node={node}
            level={1}
            trail={trail}
            isOpen={!isCollapsed && open === node}
            isCollapsed={isCollapsed}
            onToggle={() => setOpen(open === node ? null : node)}
            onFollow={onFollow}
          />
        ))}
      </ul>
    </nav>
  );
}

function Entry({
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
  onToggle: () => void;
  onFollow?: () => void;
}) {
  const t = useText();
  const title = t(node.title);
  const isOnTrail = trail.includes(node);
  const [openChild, setOpenChild] = useState(node.children.find((child) => trail.includes(child)) ?? null);
  if (node.path)
    return (
      <li>
        <Link
          to={node.path}
          className={isOnTrail ? `side-link side-level-${level} is-current` : `side-link side-level-${level}`}
          aria-current={isOnTrail ? 'page' : undefined}
          title={isCollapsed ? title : undefined}
          onClick={onFollow}
          onPointerEnter={() => {
            const page = pageAt(node.path!, '');
            if (page) void preload(page);
          }}
        >
          {level === 1 && <MenuIcon name={node.icon} />}
          <span>{title}</span>
        </Link>
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
        onClick={onToggle}
      >
        {level === 1 && <MenuIcon name={node.icon} />}
        <span>{title}</span>
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
              trail={trail}
              isOpen={openChild === child}
              onToggle={() => setOpenChild(openChild === child ? null : child)}
              onFollow={onFollow}
            />
          ))}
        </ul>
      </div>
    </li>
  );
}
