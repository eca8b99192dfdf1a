import type { Language, Output } from '@boyun/kernel/contract';
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

type MenuEntry = Output<typeof getMenu>['entries'][number] & { readonly id: string; readonly parentId: string | null };
type Sheet = { readonly entry: Entry | null } | null;

/** The tenant's menu: order, folders, names in both languages, visibility. Every change takes effect immediately. */
export default function MenuPage() {
  const t = useText();
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
  const chosen = entries.find((one) => one.key === chosenKey) ?? null;
  const refresh = async () => {
    await asked.refetch();
    // The sidebar shows the same menu.
    window.dispatchEvent(new Event('boyun:menu'));
  };
  const save = async (next: readonly Entry[]) => {
    await storeMenu(next);
    await refresh();
  };
  const submit = async (values: Record<string, unknown>) => {
    if (sheet?.entry) await save(changed(entries, sheet.entry.key, values as Partial<Entry>));
    else await save([...entries, newFolder(values as FolderValues)]);
    setSheet(null);
    notify('good', { zh: '保存成功', en: 'Saved' });
  };
  return (
    <div className="by-page menu-arranging">
      <h1 className="by-sr">{t(getMenu.title)}</h1>
      <section className="by-card-box menu-tree">
        <MenuHead
          search={search}
          isStandard={asked.data.isStandard}
          onSearch={setSearch}
          onAdd={() => setSheet({ entry: null })}
          onReset={() => setAsksReset(true)}
        />
        <MenuTree
          entries={entries}
          search={search}
          chosenKey={chosen?.key}
          onChoose={setChosen}
          onSave={save}
          onRename={(entry) => setSheet({ entry })}
        />
      </section>
      <Panel entries={entries} chosen={chosen} />
      <EntryDrawer sheet={sheet} onSubmit={submit} onClose={() => setSheet(null)} />
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

/** The facts of the chosen entry, or how to change the menu. */
function Panel({ entries, chosen }: { entries: readonly MenuEntry[]; chosen: MenuEntry | null }) {
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

type FolderValues = Pick<Entry, 'name' | 'nameEn' | 'icon'>;

const nameIn = (one: Entry, language: Language) => (language === 'zh' ? one.name : one.nameEn || one.name);

function changed(entries: readonly Entry[], key: string, values: Partial<Entry>): Entry[] {
  return entries.map((one) => (one.key === key ? { ...one, ...values } : one));
}

async function storeMenu(entries: readonly Entry[]): Promise<void> {
  const kept = entries.map(({ key, parentId, name, nameEn, icon, isHidden }) => ({
    key,
    parentKey: parentId,
    name,
    nameEn,
    icon,
    isHidden,
  }));
  await call(saveMenu, { entries: kept });
}

function newFolder({ name, nameEn, icon }: FolderValues) {
  const key = `own:${crypto.randomUUID()}`;
  const place = { parentId: null, parentKey: null, url: '', component: '', level: 1 };
  return { key, id: key, isHidden: false, ...place, name, nameEn, icon };
}

function MenuHead({
  search,
  isStandard,
  onSearch,
  onAdd,
  onReset,
}: {
  search: string;
  isStandard: boolean;
  onSearch: (text: string) => void;
  onAdd: () => void;
  onReset: () => void;
}) {
  const t = useText();
  return (
    <div className="by-row">
      <Input
        allowClear
        value={search}
        aria-label={t({ zh: '查找菜单', en: 'Find an entry' })}
        placeholder={t({ zh: '查找菜单', en: 'Find an entry' })}
        onChange={(event) => onSearch(event.target.value)}
      />
      <ActButton access={saveMenu.access} icon={<FolderPlus />} onAct={onAdd}>
        {t({ zh: '新增目录', en: 'Add a folder' })}
      </ActButton>
      <ActButton
        access={resetMenu.access}
        icon={<Undo2 />}
        disabledReason={isStandard ? { zh: '当前已是标准菜单', en: 'This is the standard menu' } : null}
        onAct={onReset}
      >
        {t({ zh: '恢复标准', en: 'Reset' })}
      </ActButton>
    </div>
  );
}

/** The entries; those who may change the menu drag them and have buttons for each. */
function MenuTree({
  entries,
  search,
  chosenKey,
  onChoose,
  onSave,
  onRename,
}: {
  entries: readonly MenuEntry[];
  search: string;
  chosenKey: string | undefined;
  onChoose: (key: string) => void;
  onSave: (entries: readonly Entry[]) => Promise<void>;
  onRename: (entry: Entry) => void;
}) {
  const t = useText();
  const language = useLanguage();
  const canArrange = can(saveMenu.access);
  const nameOf = (one: Entry) => nameIn(one, language);
  return (
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
      selectedId={chosenKey}
      onSelect={(one) => onChoose(one.key)}
      canMove={(one, to: TreeMove) => canStand(entries, one, to.parentId)}
      onMove={canArrange ? (one, to: TreeMove) => onSave(arrange(entries, one.key, to)) : undefined}
      acts={
        canArrange
          ? (one) => (
              <EntryActs
                entry={one}
                name={nameOf(one)}
                onRename={() => onRename(one)}
                onHide={() => onSave(changed(entries, one.key, { isHidden: !one.isHidden }))}
                onRemove={() => onSave(withoutFolder(entries, one))}
              />
            )
          : undefined
      }
    />
  );
}

/** Buttons of an entry: rename, hide or show; own folders can be removed. */
function EntryActs({
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
          aria-label={t({ zh: '删除目录“{name}”', en: 'Remove the folder "{name}"' }, { name })}
          onAct={onRemove}
        />
      )}
    </>
  );
}

function EntryDrawer({
  sheet,
  onSubmit,
  onClose,
}: {
  sheet: Sheet;
  onSubmit: (values: Record<string, unknown>) => Promise<void>;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <Drawer
      isOpen={sheet !== null}
      title={t(sheet?.entry ? { zh: '编辑菜单', en: 'Edit the entry' } : { zh: '新增目录', en: 'Add a folder' })}
      width={480}
      onClose={onClose}
    >
      {sheet && (
        <RecordForm
          fields={menuEntryFields}
          columns={1}
          initial={sheet.entry ? { ...sheet.entry } : { icon: 'folder' }}
          onSubmit={onSubmit}
          onCancel={onClose}
        />
      )}
    </Drawer>
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
