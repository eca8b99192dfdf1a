import './list-view.css';
import {
  ActButton,
  call,
  can,
  copyText,
  type ListView,
  notify,
  OperationDialog,
  useListViews,
  useText,
  type ViewPanelProps,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input } from 'antd';
import { Link2, Share2, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { deleteListView, getViewRoles, saveListView, shareListView } from './list-view.contract.ts';

/** The views of a list, own and shared, and a field for saving the current one. */
export default function ListViewPanel({ list, state, setting, onClose }: ViewPanelProps) {
  const t = useText();
  const [shared, setShared] = useState<ListView | null>(null);
  const { views: all } = useListViews()!;
  const views = (all ?? []).filter((one) => one.list === list);
  const groups = [
    { title: t({ zh: '我的视图', en: 'My views' }), views: views.filter((one) => one.isOwn) },
    { title: t({ zh: '共享给我的', en: 'Shared with me' }), views: views.filter((one) => !one.isOwn) },
  ].filter((group) => group.views.length > 0);
  return (
    <div className="list-views">
      {groups.length === 0 && (
        <p className="by-hint">
          {t({
            zh: '把常用的筛选、排序和列保存为视图，随时一键切换',
            en: 'Save filters, order and columns you use often as a view',
          })}
        </p>
      )}
      {groups.map((group) => (
        <section key={group.title}>
          <h3>{group.title}</h3>
          <ul>
            {group.views.map((view) => (
              <ViewLine key={view.id} view={view} state={state} onShare={() => setShared(view)} onClose={onClose} />
            ))}
          </ul>
        </section>
      ))}
      <SaveView list={list} state={state} setting={setting} views={views} onClose={onClose} />
      {shared && <ShareView view={shared} onClose={() => setShared(null)} />}
    </div>
  );
}

/** A view with its buttons. */
function ViewLine({
  view,
  state,
  onShare,
  onClose,
}: {
  view: ListView;
  state: ViewPanelProps['state'];
  onShare: () => void;
  onClose: () => void;
}) {
  const t = useText();
  const { refresh } = useListViews()!;
  return (
    <li className={view.id === state.view?.id ? 'is-shown' : undefined}>
      <button
        type="button"
        className="list-view-name"
        onClick={() => {
          state.setView(view.id);
          onClose();
        }}
      >
        {view.name}
        <small>
          {!view.isOwn && view.ownerName}
          {view.isOwn && view.roles.length > 0 && t({ zh: '已共享', en: 'shared' })}
        </small>
      </button>
      <Button
        type="text"
        size="small"
        icon={<Link2 />}
        aria-label={t({ zh: '复制{name}的链接', en: 'Copy the link of {name}' }, { name: view.name })}
        title={t({ zh: '复制链接', en: 'Copy the link' })}
        onClick={() => void copyLink(view)}
      />
      {view.isOwn && can(shareListView.access) && (
        <Button
          type="text"
          size="small"
          icon={<Share2 />}
          aria-label={t({ zh: '共享{name}', en: 'Share {name}' }, { name: view.name })}
          title={t({ zh: '共享', en: 'Share' })}
          onClick={onShare}
        />
      )}
      {view.isOwn && (
        <ActButton
          type="text"
          size="small"
          icon={<Trash2 />}
          aria-label={t({ zh: '删除{name}', en: 'Delete {name}' }, { name: view.name })}
          title={t({ zh: '删除', en: 'Delete' })}
          onAct={async () => {
            await call(deleteListView, { id: view.id });
            if (state.view?.id === view.id) state.leaveView();
            await refresh();
          }}
        />
      )}
    </li>
  );
}

/** Saves the current filters, order and columns under a name; an own view of that name is replaced. */
function SaveView({ list, state, setting, views, onClose }: ViewPanelProps & { views: readonly ListView[] }) {
  const t = useText();
  const [name, setName] = useState(state.view?.isOwn ? state.view.name : '');
  const { refresh } = useListViews()!;
  const isReplacing = views.some((one) => one.isOwn && one.name === name.trim());
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return;
    const { id } = await call(saveListView, {
      list,
      name: name.trim(),
      query: state.query,
      setting: JSON.stringify(setting),
    });
    await refresh();
    notify('good', { zh: '视图已保存', en: 'View saved' });
    state.setView(id);
    onClose();
  };
  return (
    <form className="list-view-new" onSubmit={(event) => save(event).catch(() => undefined)}>
      <Input
        value={name}
        maxLength={32}
        aria-label={t(saveListView.input.name.label)}
        placeholder={t({ zh: '把当前列表保存为…', en: 'Save this list as…' })}
        onChange={(event) => setName(event.target.value)}
      />
      <ActButton
        htmlType="submit"
        type="primary"
        disabledReason={name.trim() ? null : { zh: '请先填写视图名称', en: 'Enter a name for the view first' }}
        onAct={() => undefined}
      >
        {t(isReplacing ? { zh: '更新', en: 'Update' } : { zh: '保存', en: 'Save' })}
      </ActButton>
    </form>
  );
}

const copyLink = (view: ListView): Promise<boolean> =>
  copyText(
    `${location.origin}${location.pathname}?view=${view.id}`,
    { zh: '链接已复制', en: 'Link copied' },
    {
      zh: '浏览器不允许复制，请打开视图后复制地址',
      en: 'The browser does not allow copying. Open the view and copy its address',
    },
  );

function ShareView({ view, onClose }: { view: ListView; onClose: () => void }) {
  const t = useText();
  const { refresh } = useListViews()!;
  const asked = useQuery({ queryKey: ['view-roles'], queryFn: () => call(getViewRoles, {}) });
  return (
    <OperationDialog
      isOpen
      onClose={onClose}
      of={shareListView}
      given={{ id: view.id }}
      fields={{ roles: shareListView.input.roles }}
      initial={{ roles: [...view.roles] }}
      parts={{
        roles: ({ value, onChange }) => (
          <Checkbox.Group
            className="list-view-roles"
            value={value ?? []}
            options={asked.data?.roles.map((one) => ({ value: one.value, label: one.name })) ?? []}
            onChange={onChange}
          />
        ),
      }}
      width={440}
      title={t({ zh: '共享视图“{name}”', en: 'Share the view "{name}"' }, { name: view.name })}
      hint={{
        zh: '所选角色的人可以使用此视图，不能修改。',
        en: 'Accounts with these roles can use the view but not change it.',
      }}
      okText={{ zh: '确定', en: 'OK' }}
      done={{ zh: '共享设置已保存', en: 'Sharing saved' }}
      onSettled={refresh}
    />
  );
}
