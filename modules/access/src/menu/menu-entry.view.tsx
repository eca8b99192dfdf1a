import type { Output } from '@boyun/kernel/contract';
import { ActButton, useText } from '@boyun/kernel/web';
import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import type { getMenu } from './menu.contract.ts';
import { linkMenu, MENU_OPENINGS } from './menu-link.contract.ts';
import type { Entry } from './menu-move.view.ts';

/** An entry of the menu as the page shows it. */
export type MenuEntry = Output<typeof getMenu>['entries'][number] & {
  readonly id: string;
  readonly parentId: string | null;
};

/** The facts of the chosen entry, or how to change the menu. */
export function Panel({ entries, chosen }: { entries: readonly MenuEntry[]; chosen: MenuEntry | null }) {
  const t = useText();
  return (
    <section className="by-card-box menu-panel">
      {chosen ? (
        <EntryFacts entry={chosen} count={entries.filter((one) => one.parentId === chosen.key).length} />
      ) : (
        <p className="by-faint">
          {t({
            zh: '拖动（或 Alt 加方向键）调整顺序和归属，最多三级。调整后全体员工下次刷新即生效，权限不受影响。',
            en: 'Drag, or press Alt and an arrow key; at most three levels. Users see the change when they reload; permissions are not affected.',
          })}
        </p>
      )}
    </section>
  );
}

/** Buttons of an entry: rename, hide or show; own folders and links can be removed. */
export function EntryActs({
  entry,
  name,
  onRename,
  onHide,
  onRemove,
}: {
  entry: Entry;
  name: string;
  onRename: () => void;
  onHide: () => Promise<void>;
  onRemove: () => Promise<void>;
}) {
  const t = useText();
  return (
    <>
      <ActButton
        type="text"
        size="small"
        access={entry.isLink ? linkMenu.access : undefined}
        icon={<Pencil />}
        aria-label={t({ zh: '改名“{name}”', en: 'Rename "{name}"' }, { name })}
        onAct={onRename}
      />
      <ActButton
        type="text"
        size="small"
        icon={entry.isHidden ? <Eye /> : <EyeOff />}
        aria-label={t(
          entry.isHidden ? { zh: '显示“{name}”', en: 'Show "{name}"' } : { zh: '隐藏“{name}”', en: 'Hide "{name}"' },
          { name },
        )}
        onAct={onHide}
      />
      {entry.key.startsWith('own:') && (
        <ActButton
          type="text"
          size="small"
          danger
          icon={<Trash2 />}
          aria-label={t(
            entry.isLink
              ? { zh: '删除链接“{name}”', en: 'Remove the link "{name}"' }
              : { zh: '删除目录“{name}”', en: 'Remove the folder "{name}"' },
            { name },
          )}
          onAct={onRemove}
        />
      )}
    </>
  );
}

function EntryFacts({ entry, count }: { entry: MenuEntry; count: number }) {
  const t = useText();
  const facts = [
    ['Name', `${entry.name} / ${entry.nameEn}`],
    ['Url', entry.url || '—'],
    ['Icon', entry.icon || '—'],
    ['Level', entry.level],
    ['Component', entry.component || t({ zh: '（目录）', en: '(folder)' })],
    ...(entry.isLink ? [[t(linkMenu.input.opening.label), t(MENU_OPENINGS[entry.opening as 'tab'])] as const] : []),
    ['Node', count],
  ] as const;
  return (
    <>
      <h2 className="by-card-title">{entry.name}</h2>
      <dl className="by-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
