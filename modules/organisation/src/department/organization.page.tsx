import type { Listed } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  can,
  createRow,
  Drawer,
  deleteRow,
  download,
  Empty,
  ErrorState,
  exportRows,
  getRow,
  ImportDialog,
  notify,
  RecordForm,
  refreshLists,
  Skeleton,
  Tree,
  updateRow,
  useListing,
  useText,
} from '@boyun/kernel/web';
import { Input } from 'antd';
import { Download, FolderPlus, Pencil, Plus, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { department, moveDepartment } from './department.contract.ts';
import './organization.css';
import { DepartmentPanel } from './department-panel.view.tsx';

type Row = Listed<typeof department>;
type Sheet = { readonly row: Row | null; readonly parentId: string | null } | null;

const MOST = 1000;

/** The departments as a tree (add, rename, drag, delete when empty), with the members and places of the selected one. */
export default function OrganizationPage() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const [search, setSearch] = useState('');
  const [sheet, setSheet] = useState<Sheet>(null);
  const [isImporting, setImporting] = useState(false);
  const asked = useListing(department, { page: 1, perPage: MOST });
  if (asked.isPending) return <Skeleton lines={10} />;
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  const rows = asked.data.rows;
  const chosen = rows.find((row) => row.id === query.get('open')) ?? rows[0] ?? null;
  const staffBelow = (id: string): number =>
    rows.reduce(
      (sum, row) => (row.parentId === id ? sum + staffBelow(row.id) : sum),
      rows.find((row) => row.id === id)?.staffCount ?? 0,
    );
  const open = (id: string) => setQuery({ open: id }, { replace: true });
  const add = (parentId: string | null) => setSheet({ row: null, parentId });
  const edit = async (row: Row) => setSheet({ row: await getRow(department, row.id), parentId: row.parentId });
  const save = async (values: Record<string, unknown>) => {
    if (sheet?.row) await updateRow(department, sheet.row, values);
    else open((await createRow(department, values)).id);
    setSheet(null);
    notify('good', { zh: '保存成功', en: 'Saved' });
    await refresh();
  };
  return (
    <div className="by-page organization">
      <h1 className="by-sr">{t(department.title)}</h1>
      <section className="by-card-box organization-tree">
        <div className="by-row">
          <Input
            allowClear
            value={search}
            aria-label={t({ zh: '查找部门', en: 'Find a department' })}
            placeholder={t({ zh: '查找部门', en: 'Find a department' })}
            onChange={(event) => setSearch(event.target.value)}
          />
          <ActButton access={department.can.create} type="primary" icon={<Plus />} onAct={() => add(null)}>
            {t({ zh: '新增', en: 'Add' })}
          </ActButton>
        </div>
        <div className="by-row organization-tools">
          <ActButton access={department.can.import} icon={<Upload />} onAct={() => setImporting(true)}>
            {t({ zh: '导入', en: 'Import' })}
          </ActButton>
          <ActButton
            access={department.can.export}
            icon={<Download />}
            onAct={async () => download(await exportRows(department, {}))}
          >
            {t({ zh: '导出', en: 'Export' })}
          </ActButton>
        </div>
        {rows.length === 0 ? (
          <NoDepartments />
        ) : (
          <DepartmentTree
            rows={rows}
            search={search}
            selectedId={chosen?.id}
            staffBelow={staffBelow}
            onOpen={open}
            onAdd={add}
            onEdit={edit}
          />
        )}
      </section>
      <section className="by-card-box organization-panel">
        {chosen ? (
          <DepartmentPanel key={chosen.id} id={chosen.id} staffBelow={staffBelow(chosen.id)} />
        ) : (
          <p className="by-faint">{t({ zh: '选择部门查看成员', en: 'Select a department to see its members' })}</p>
        )}
      </section>
      {isImporting && <ImportDialog of={department} isOpen onClose={() => setImporting(false)} />}
      <DepartmentDrawer sheet={sheet} rows={rows} onSubmit={save} onClose={() => setSheet(null)} />
    </div>
  );
}

const refresh = () => refreshLists(department.name);

async function remove(row: Row): Promise<void> {
  await deleteRow(department, row.id, {
    question: { zh: `是否删除部门“${row.name}”？`, en: `Delete the department "${row.name}"?` },
  });
  notify('good', { zh: '删除成功', en: 'Deleted' });
  await refresh();
}

function NoDepartments() {
  return (
    <Empty
      title={{ zh: '还没有部门', en: 'No departments yet' }}
      hint={
        can(department.can.create)
          ? { zh: '先建立公司或总部，再在其下新增部门', en: 'Add the company first, then its departments' }
          : { zh: '有部门后会显示在这里', en: 'Departments appear here once they are added' }
      }
    />
  );
}

interface TreeActs {
  readonly onAdd: (parentId: string) => void;
  readonly onEdit: (row: Row) => Promise<void>;
}

/** The departments with the number of staff below each; those who may change them drag them to another place. */
function DepartmentTree({
  rows,
  search,
  selectedId,
  staffBelow,
  onOpen,
  ...acts
}: {
  rows: readonly Row[];
  search: string;
  selectedId: string | undefined;
  staffBelow: (id: string) => number;
  onOpen: (id: string) => void;
} & TreeActs) {
  const t = useText();
  return (
    <Tree
      label={t(department.title)}
      nodes={rows}
      search={search}
      textOf={(row) => row.name}
      face={(row) => (
        <>
          {row.name} <span className="by-faint by-figure">{staffBelow(row.id)}</span>
        </>
      )}
      selectedId={selectedId}
      onSelect={(row) => onOpen(row.id)}
      onMove={
        can(department.can.update)
          ? async (row, { parentId, beforeId }) => {
              await call(moveDepartment, { departmentId: row.id, parentId, beforeId });
              await refresh();
            }
          : undefined
      }
      acts={(row) => <DepartmentActs row={row} {...acts} />}
    />
  );
}

function DepartmentActs({ row, onAdd, onEdit }: { row: Row } & TreeActs) {
  const t = useText();
  const { name } = row;
  return (
    <>
      <ActButton
        access={department.can.create}
        type="text"
        size="small"
        icon={<FolderPlus />}
        aria-label={t({ zh: '在“{name}”下新增', en: 'Add below "{name}"' }, { name })}
        onAct={() => onAdd(row.id)}
      />
      <ActButton
        access={department.can.update}
        type="text"
        size="small"
        icon={<Pencil />}
        aria-label={t({ zh: '编辑“{name}”', en: 'Edit "{name}"' }, { name })}
        onAct={() => onEdit(row)}
      />
      <ActButton
        access={department.can.delete}
        type="text"
        size="small"
        danger
        icon={<Trash2 />}
        aria-label={t({ zh: '删除“{name}”', en: 'Delete "{name}"' }, { name })}
        onAct={() => remove(row)}
      />
    </>
  );
}

/** The form of a new or existing department. */
function DepartmentDrawer({
  sheet,
  rows,
  onSubmit,
  onClose,
}: {
  sheet: Sheet;
  rows: readonly Row[];
  onSubmit: (values: Record<string, unknown>) => Promise<void>;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <Drawer
      isOpen={sheet !== null}
      title={t(sheet?.row ? { zh: '编辑部门', en: 'Edit the department' } : { zh: '新增部门', en: 'Add a department' })}
      onClose={onClose}
    >
      {sheet && (
        <>
          <p className="by-faint organization-hint">
            {t({
              zh: '负责区域、片区和车场决定了数据范围为“本部门”的角色能看到哪些车场。',
              en: 'Roles with the department scope see the lots of these regions, areas and lots.',
            })}
          </p>
          <RecordForm
            fields={department.fields}
            columns={1}
            initial={
              sheet.row ?? {
                parentId: sheet.parentId,
                parentName: rows.find((one) => one.id === sheet.parentId)?.name,
              }
            }
            onSubmit={onSubmit}
            onCancel={onClose}
          />
        </>
      )}
    </Drawer>
  );
}
