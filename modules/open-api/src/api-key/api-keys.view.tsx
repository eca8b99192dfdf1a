import type { ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  Allowed,
  type CellSlots,
  call,
  Drawer,
  FieldList,
  ListPage,
  notify,
  RecordForm,
  ReferencesInput,
  refreshLists,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ShownOnce } from '../secret/shown-once.view.tsx';
import { apiKeyList, createApiKey, getApiScopes, renewApiKey, revokeApiKey, updateApiKey } from './api-key.contract.ts';

type Row = ReportRow<typeof apiKeyList>;

/** Returns the grantable scopes with their names. */
function useScopes() {
  return useQuery({ queryKey: ['api-scopes'], queryFn: () => call(getApiScopes, {}), staleTime: 300_000 });
}

const CELLS: CellSlots<Row> = {
  name: { width: 170, isGrowing: true, cell: (row) => <b className="by-strong">{row.name}</b> },
  state: { width: 96 },
  keyEnd: { width: 90, isGrowing: false, cell: (row) => <code>…{row.keyEnd}</code> },
  scopes: {
    width: 100,
    cell: (row) => <span className="by-figure">{row.scopes.length}</span>,
  },
  lotNames: { width: 160, cell: (row) => row.lotNames || <Everywhere /> },
  perMinute: { isHiddenAtFirst: true },
  expiresAt: { width: 156 },
  lastUsedAt: { width: 156 },
  createdBy: { isHiddenAtFirst: true },
};

/** The API keys of the tenant. */
export function ApiKeys() {
  const t = useText();
  const [edited, setEdited] = useState<Row | 'new' | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  return (
    <>
      <ListPage
        source={apiKeyList}
        columns={['name', 'state', 'keyEnd', 'scopes', 'lotNames', 'perMinute', 'expiresAt', 'lastUsedAt', 'createdBy']}
        actsWidth={170}
        cells={CELLS}
        toolbar={() => (
          <Allowed to={createApiKey.access}>
            <Button type="primary" icon={<Plus />} onClick={() => setEdited('new')}>
              {t({ zh: '新建密钥', en: 'New key' })}
            </Button>
          </Allowed>
        )}
        rowActs={(row) => <KeyActs row={row} onEdit={() => setEdited(row)} onRenewed={setShown} />}
        detailTitle={(row) => row.name}
        detail={(row) => <Detail row={row} />}
        empty={{
          title: { zh: '还没有接口密钥', en: 'No API keys yet' },
          hint: {
            zh: '其他系统凭密钥调用接口，每个密钥只拥有您授予的权限和车场',
            en: 'Other programs call the API with a key, limited to the scopes and lots you grant',
          },
        }}
      />
      <Drawer
        isOpen={edited !== null}
        title={t(edited === 'new' ? createApiKey.title : updateApiKey.title)}
        width={600}
        onClose={() => setEdited(null)}
      >
        {edited && (
          <KeyForm
            row={edited === 'new' ? null : edited}
            onMade={setShown}
            onClose={() => {
              setEdited(null);
              void refreshLists(apiKeyList.name);
            }}
          />
        )}
      </Drawer>
      <ShownOnce title={t({ zh: '新的接口密钥', en: 'The new API key' })} secret={shown} onClose={() => setShown(null)}>
        <p className="by-faint">
          {t({
            zh: '调用时放在请求头中：Authorization: Bearer <密钥>',
            en: 'Send it with each call in the header: Authorization: Bearer <key>',
          })}
        </p>
      </ShownOnce>
    </>
  );
}

function Everywhere() {
  const t = useText();
  return <span className="by-faint">{t({ zh: '全部车场', en: 'All lots' })}</span>;
}

/** Buttons of a key: edit, renew, revoke. */
function KeyActs({ row, onEdit, onRenewed }: { row: Row; onEdit: () => void; onRenewed: (key: string) => void }) {
  const t = useText();
  const disabledReason = row.state === 'revoked' ? { zh: '该密钥已吊销', en: 'This key was revoked' } : null;
  return (
    <>
      <ActButton type="link" size="small" access={updateApiKey.access} disabledReason={disabledReason} onAct={onEdit}>
        {t({ zh: '编辑', en: 'Edit' })}
      </ActButton>
      <ActButton
        type="link"
        size="small"
        access={renewApiKey.access}
        disabledReason={disabledReason}
        onAct={async () => {
          const question = {
            zh: `为“${row.name}”更换密钥？旧密钥立即失效，使用它的系统须改用新密钥。`,
            en: `Renew the key "${row.name}"? The old key stops working immediately; programs that use it need the new one.`,
          };
          onRenewed((await call(renewApiKey, { apiKeyId: row.id }, { question })).key);
          await refreshLists(apiKeyList.name);
        }}
      >
        {t({ zh: '更换', en: 'Renew' })}
      </ActButton>
      <ActButton
        type="link"
        size="small"
        danger
        access={revokeApiKey.access}
        disabledReason={disabledReason}
        onAct={async () => {
          await call(revokeApiKey, { apiKeyId: row.id });
          notify('good', { zh: '密钥已吊销', en: 'API key revoked' });
          await refreshLists(apiKeyList.name);
        }}
      >
        {t({ zh: '吊销', en: 'Revoke' })}
      </ActButton>
    </>
  );
}

function KeyForm({ row, onMade, onClose }: { row: Row | null; onMade: (key: string) => void; onClose: () => void }) {
  const t = useText();
  const language = useLanguage();
  const scopes = useScopes();
  return (
    <RecordForm
      fields={createApiKey.input}
      columns={1}
      initial={row ?? undefined}
      onCancel={onClose}
      parts={{
        scopes: ({ id, value, onChange, isInvalid }) => (
          <Select
            id={id}
            className="by-wide"
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            loading={scopes.isPending}
            status={isInvalid ? 'error' : undefined}
            maxTagCount={12}
            value={(value ?? []) as string[]}
            options={scopes.data?.scopes.map((one) => ({ value: one.name, label: `${one[language]} ${one.name}` }))}
            placeholder={t({
              zh: '输入名称或代码查找，例如 order.list',
              en: 'Type a name or code, e.g. order.list',
            })}
            onChange={onChange}
          />
        ),
        lotIds: ({ id, value, onChange, isInvalid }) => (
          <LotsInput id={id} value={value as string[] | null} isInvalid={isInvalid} onChange={onChange} />
        ),
      }}
      onSubmit={async (values) => {
        if (row) {
          await call(updateApiKey, { ...(values as Partial<Row>), apiKeyId: row.id });
          notify('good', { zh: '保存成功', en: 'Saved' });
        } else onMade((await call(createApiKey, values)).key);
        onClose();
      }}
    />
  );
}

/** Selects lots; an empty selection means all lots. */
export function LotsInput({
  id,
  value,
  isInvalid,
  onChange,
}: {
  id: string;
  value: readonly string[] | null;
  isInvalid: boolean;
  onChange: (next: string[]) => void;
}) {
  const t = useText();
  return (
    <ReferencesInput
      id={id}
      to="lot"
      isInvalid={isInvalid}
      value={value}
      placeholder={t({ zh: '不选则为全部车场', en: 'All lots if none is selected' })}
      onChange={onChange}
    />
  );
}

function Detail({ row }: { row: Row }) {
  const language = useLanguage();
  const scopes = useScopes();
  const nameOf = (name: string) => scopes.data?.scopes.find((one) => one.name === name)?.[language];
  return (
    <FieldList
      fields={{ ...apiKeyList.columns, scopes: { ...apiKeyList.columns.scopes, isLong: true } }}
      keys={[
        'name',
        'state',
        'keyEnd',
        'perMinute',
        'lotNames',
        'expiresAt',
        'lastUsedAt',
        'lastAddress',
        'createdBy',
        'createdAt',
        'scopes',
      ]}
      row={row}
      cells={{
        scopes: (
          <ul className="open-api-scopes">
            {row.scopes.map((name) => (
              <li key={name}>
                {nameOf(name)} <code>{name}</code>
              </li>
            ))}
          </ul>
        ),
      }}
    />
  );
}
