import type { Output } from '@boyun/kernel/contract';
import {
  ActButton,
  Confirm,
  call,
  can,
  Drawer,
  ErrorState,
  notify,
  RecordForm,
  Skeleton,
  Tree,
  type TreeMove,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { Eye, EyeOff, FolderPlus, Pencil, Trash2, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { getMenu, menuEntryFields, resetMenu, saveMenu } from './menu.contract.ts';
import { arrange, canStand, type Entry, withoutFolder } from './menu-move.view.ts';
import './menu.css';

type Sheet = { readonly entry: Entry | null } | null;

/** The tenant's menu: order, folders, names in both languages, visibility. Every change takes effect immediately. */
export default function MenuPage() {
  const t = useText();
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const [chosenKey, setChosen] = useState<string | null>(null);
  const [sheet, setSheet] = useState<Sheet>(null);
  const [asksReset, setAsksReset] = useState(false);
  const asked = useQuery({
    queryKey: ['menu'],
    queryFn: ({ signal }) => call(getMenu, {}, { signal, isQuiet: true }),
  });
  const entries = useMemo(
    () => (asked.data?.entries ?? []).map((one) => ({ ...one, id: one.key, parentId: one.parentKey })),
    [asked.data],
  );
  if (asked.isPending) return <Skeleton lines={12} />;
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  const canArrange = can(saveMenu.access);
  const nameOf = (one: Entry) => (language === 'zh' ? one.name : one.nameEn || one.name);
  const chosen = entries.find((one) => one.key === chosenKey) ?? null;
  const refresh = async () => {
    await asked.refetch();
    // The sidebar shows the same menu.
    window.dispatchEvent(new Event('boyun:menu'));
  };
  const save = async (next: readonly Entry[]) => {
    const kept = next.map(({ key, parentId, name, nameEn, icon, isHidden }) => ({
      key,
      parentKey: parentId,
      name,
      nameEn,
      icon,
      isHidden,
    }));
    await call(saveMenu, { entries: kept });
    await refresh();
  };
  const change = (key: string, values: Partial<Entry>) =>
    save(entries.map((one) => (one.key === key ? { ...one, ...values } : one)));
  const submit = async (values: Record<string, unknown>) => {
    if (sheet?.entry) await change(sheet.entry.key, values as Partial<Entry>);
    else {
      const key = `own:${crypto.randomUUID()}`;
      const fresh = {
        key,
        id: key,
        parentId: null,
        parentKey: null,
        isHidden: false,
        url: '',
        component: '',
        level: 1,
      };
      await save([...entries, { ...fresh, ...(values as { name: string; nameEn: string; icon: string }) }]);
    }
    setSheet(null);
    notify('good', { zh: '保存成功', en: 'Saved' });
  };
  return (
    <div className="by-page menu-arranging">
      <h1 className="by-sr">{t(getMenu.title)}</h1>
      <section className="by-card-box menu-tree">
        <div className="by-row">
          <Input
            allowClear
            value={search}
            aria-label={t({ zh: '查找菜单', en: 'Find an entry' })}
            placeholder={t({ zh: '查找菜单', en: 'Find an entry' })}
            onChange={(event) => setSearch(event.target.value)}
          />
          <ActButton access={saveMenu.access} icon={<FolderPlus />} onAct={() => setSheet({ entry: null })}>
            {t({ zh: '新增目录', en: 'Add a folder' })}
          </ActButton>
          <ActButton
            access={resetMenu.access}
            icon={<Undo2 />}
            disabledReason={asked.data.isStandard ? { zh: '当前已是标准菜单', en: 'This is the standard menu' } : null}
            onAct={() => setAsksReset(true)}
          >
            {t({ zh: '恢复标准', en: 'Reset' })}
          </ActButton>
        </div>
        <Tree
          label={t(getMenu.title)}
          nodes={entries}
          search={search}
          textOf={nameOf}
          face={(one) => (
            <span className={one.isHidden ? 'by-faint' : undefined}>
              {nameOf(one)}
              {one.isHidden && <small> {t({ zh: '已隐藏', en: 'hidden' })}</small>}
            </span>
          )}
          selectedId={chosen?.key}
          onSelect={(one) => setChosen(one.key)}
          canMove={(one, to: TreeMove) => canStand(entries, one, to.parentId)}
          onMove={canArrange ? (one, to: TreeMove) => save(arrange(entries, one.key, to)) : undefined}
          acts={
            canArrange
              ? (one) => (
                  <>
                    <ActButton
                      type="text"
                      size="small"
                      icon={<Pencil />}
                      aria-label={t({ zh: '改名“{name}”', en: 'Rename "{name}"' }, { name: nameOf(one) })}
                      onAct={() => setSheet({ entry: one })}
                    />
                    <ActButton
                      type="text"
                      size="small"
                      icon={one.isHidden ? <Eye /> : <EyeOff />}
                      aria-label={t(
                        one.isHidden
                          ? { zh: '显示“{name}”', en: 'Show "{name}"' }
                          : { zh: '隐藏“{name}”', en: 'Hide "{name}"' },
                        { name: nameOf(one) },
                      )}
                      onAct={() => change(one.key, { isHidden: !one.isHidden })}
                    />
                    {one.key.startsWith('own:') && (
                      <ActButton
                        type="text"
                        size="small"
                        danger
                        icon={<Trash2 />}
                        aria-label={t(
                          { zh: '删除目录“{name}”', en: 'Remove the folder "{name}"' },
                          { name: nameOf(one) },
                        )}
                        onAct={() => save(withoutFolder(entries, one))}
                      />
                    )}
                  </>
                )
              : undefined
          }
        />
      </section>
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
      <Drawer
        isOpen={sheet !== null}
        title={t(sheet?.entry ? { zh: '编辑菜单', en: 'Edit the entry' } : { zh: '新增目录', en: 'Add a folder' })}
        width={480}
        onClose={() => setSheet(null)}
      >
        {sheet && (
          <RecordForm
            fields={menuEntryFields}
            columns={1}
            initial={sheet.entry ? { ...sheet.entry } : { icon: 'folder' }}
            onSubmit={submit}
            onCancel={() => setSheet(null)}
          />
        )}
      </Drawer>
      <Confirm
        isOpen={asksReset}
        isDangerous
        text={t({
          zh: '所有调整（顺序、目录、名称、隐藏）都会丢失，确定恢复标准菜单吗？',
          en: 'All changes to the menu will be lost. Restore the standard menu?',
        })}
        onClose={() => setAsksReset(false)}
        onConfirm={async () => {
          await call(resetMenu, {});
          await refresh();
        }}
      />
    </div>
  );
}

function EntryFacts({ entry, count }: { entry: Output<typeof getMenu>['entries'][number]; count: number }) {
  const t = useText();
  const facts = [
    ['Name', `${entry.name} / ${entry.nameEn}`],
    ['Url', entry.url || '—'],
    ['Icon', entry.icon || '—'],
    ['Level', entry.level],
    ['Component', entry.component || t({ zh: '（目录）', en: '(folder)' })],
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
