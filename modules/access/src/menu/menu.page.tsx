import type { Label, Language } from '@boyun/kernel/contract';
import {
  ActButton,
  Confirm,
  call,
  can,
  Drawer,
  ErrorState,
  notify,
  RecordForm,
  randomId,
  Skeleton,
  Tree,
  type TreeMove,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { FolderPlus, Link, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { getMenu, menuEntryFields, resetMenu, saveMenu } from './menu.contract.ts';
import { EntryActs, type MenuEntry, Panel } from './menu-entry.view.tsx';
import { linkMenu } from './menu-link.contract.ts';
import { MenuLinkForm } from './menu-link.form.tsx';
import { arrange, canStand, type Entry, withoutFolder } from './menu-move.view.ts';
import './menu.css';

type Sheet = { readonly entry: Entry | null; readonly isLink?: boolean } | null;

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
  const finish = async () => {
    await refresh();
    setSheet(null);
    notify('good', { zh: '保存成功', en: 'Saved' });
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
          onAddLink={() => setSheet({ entry: null, isLink: true })}
          onReset={() => setAsksReset(true)}
        />
        <MenuTree
          entries={entries}
          search={search}
          chosenKey={chosen?.key}
          onChoose={setChosen}
          onSave={save}
          onRename={(entry) => setSheet({ entry, isLink: entry.isLink })}
        />
      </section>
      <Panel entries={entries} chosen={chosen} />
      <EntryDrawer sheet={sheet} entries={entries} onLinked={finish} onSubmit={submit} onClose={() => setSheet(null)} />
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
  const key = `own:${randomId()}`;
  const place = { parentId: null, parentKey: null, url: '', component: '', opening: 'tab', isLink: false, level: 1 };
  return { key, id: key, isHidden: false, ...place, name, nameEn, icon };
}

function MenuHead({
  search,
  isStandard,
  onSearch,
  onAdd,
  onAddLink,
  onReset,
}: {
  search: string;
  isStandard: boolean;
  onSearch: (text: string) => void;
  onAdd: () => void;
  onAddLink: () => void;
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
      <ActButton access={linkMenu.access} icon={<Link />} onAct={onAddLink}>
        {t({ zh: '新增链接', en: 'Add a link' })}
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

function titleOf(sheet: Sheet): Label {
  if (sheet?.entry) return { zh: '编辑菜单', en: 'Edit the entry' };
  return sheet?.isLink ? { zh: '新增链接', en: 'Add a link' } : { zh: '新增目录', en: 'Add a folder' };
}

function EntryDrawer({
  sheet,
  entries,
  onSubmit,
  onLinked,
  onClose,
}: {
  sheet: Sheet;
  entries: readonly MenuEntry[];
  onLinked: () => Promise<void>;
  onSubmit: (values: Record<string, unknown>) => Promise<void>;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <Drawer isOpen={sheet !== null} title={t(titleOf(sheet))} width={480} onClose={onClose}>
      {sheet?.isLink && <MenuLinkForm entry={sheet.entry} entries={entries} onDone={onLinked} onClose={onClose} />}
      {sheet && !sheet.isLink && (
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
