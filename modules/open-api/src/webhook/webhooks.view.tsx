import type { Output, ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  Allowed,
  type CellSlots,
  call,
  Drawer,
  FieldList,
  ListPage,
  listLink,
  notify,
  RecordForm,
  refreshLists,
  useText,
} from '@boyun/kernel/web';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { LotsInput } from '../api-key/api-keys.view.tsx';
import { ShownOnce } from '../secret/shown-once.view.tsx';
import { publicEvents } from './public-event.contract.ts';
import { TestResult } from './test-result.view.tsx';
import {
  createWebhook,
  deleteWebhook,
  renewWebhookSecret,
  switchWebhook,
  testWebhook,
  updateWebhook,
  webhookList,
} from './webhook.contract.ts';

type Row = ReportRow<typeof webhookList>;
type Tested = { readonly row: Row; readonly result: Output<typeof testWebhook> };

const REFRESH_MS = 15_000;

const EVERYWHERE = { zh: '全部车场', en: 'All lots' };

const isOn = (row: Row) => row.state === 'active' || row.state === 'failing';

const CELLS: CellSlots<Row> = {
  name: { width: 150, isGrowing: false, cell: (row) => <b className="by-strong">{row.name}</b> },
  url: { width: 260, isGrowing: true, cell: (row) => <span title={row.url}>{row.url}</span> },
  kinds: { width: 96, cell: (row) => <span className="by-figure">{row.kinds.length}</span> },
  lotNames: { width: 130, cell: (row) => row.lotNames || <Everywhere /> },
  state: { width: 168 },
  waitingCount: { width: 90 },
  lastSuccessAt: { width: 156 },
  failingSince: { isHiddenAtFirst: true },
  createdAt: { isHiddenAtFirst: true },
};

/** The webhooks with their state. */
export function Webhooks() {
  const t = useText();
  const [edited, setEdited] = useState<Row | 'new' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [tested, setTested] = useState<Tested | null>(null);
  return (
    <>
      <ListPage
        source={webhookList}
        everyMs={REFRESH_MS}
        columns={[
          'name',
          'url',
          'kinds',
          'lotNames',
          'state',
          'waitingCount',
          'lastSuccessAt',
          'failingSince',
          'createdAt',
        ]}
        actsWidth={176}
        cells={CELLS}
        rowClass={(row) => (row.state === 'given-up' ? 'is-bad' : row.state === 'failing' ? 'is-warn' : undefined)}
        toolbar={() => (
          <Allowed to={createWebhook.access}>
            <Button type="primary" icon={<Plus />} onClick={() => setEdited('new')}>
              {t({ zh: '新增推送', en: 'New webhook' })}
            </Button>
          </Allowed>
        )}
        rowActs={(row) => (
          <RowActs row={row} onEdit={() => setEdited(row)} onTested={(result) => setTested({ row, result })} />
        )}
        detailTitle={(row) => row.name}
        detailActs={(row, context) => (
          <DetailActs row={row} onRenewed={setSecret} onDeleted={() => context.state.setOpen(null)} />
        )}
        detail={(row) => <Detail row={row} />}
        empty={{
          title: { zh: '还没有事件推送', en: 'No webhooks yet' },
          hint: {
            zh: '车辆入场、离场、支付成功等事件发生后，几秒内推送到您填写的地址',
            en: 'Your address receives events within seconds when a car enters, leaves or pays',
          },
        }}
      />
      <Drawer
        isOpen={edited !== null}
        title={t(edited === 'new' ? createWebhook.title : updateWebhook.title)}
        width={560}
        onClose={() => setEdited(null)}
      >
        {edited && <WebhookForm edited={edited} onMade={setSecret} onClose={() => setEdited(null)} />}
      </Drawer>
      <ShownOnce
        title={t({ zh: '签名密钥', en: 'The signing secret' })}
        secret={secret}
        onClose={() => setSecret(null)}
      >
        <p className="by-faint">
          {t({
            zh: '接收方用它核对 X-Boyun-Signature，核对方法见“接入说明”。',
            en: 'The receiver uses it to verify X-Boyun-Signature; see the guide.',
          })}
        </p>
      </ShownOnce>
      <TestResult name={tested?.row.name ?? ''} result={tested?.result ?? null} onClose={() => setTested(null)} />
    </>
  );
}

function Everywhere() {
  const t = useText();
  return <span className="by-faint">{t(EVERYWHERE)}</span>;
}

/** Buttons of a webhook in the list: test, edit, pause or resume. */
function RowActs({
  row,
  onEdit,
  onTested,
}: {
  row: Row;
  onEdit: () => void;
  onTested: (result: Tested['result']) => void;
}) {
  const t = useText();
  const turn = async () => {
    const { waitingCount } = await call(switchWebhook, { webhookId: row.id, state: isOn(row) ? 'paused' : 'active' });
    if (isOn(row)) notify('good', { zh: '推送已暂停', en: 'Webhook paused' });
    else
      notify(
        'good',
        t({ zh: '推送已恢复，{n} 条待投递', en: 'Resumed; sending {n} waiting deliveries' }, { n: waitingCount }),
      );
    await refreshLists(webhookList.name);
  };
  return (
    <>
      <ActButton
        type="link"
        size="small"
        access={testWebhook.access}
        disabledReason={isOn(row) ? null : { zh: '推送已暂停', en: 'The webhook is paused' }}
        onAct={async () => {
          const result = await call(testWebhook, { webhookId: row.id });
          onTested(result);
          await refreshLists(webhookList.name);
        }}
      >
        {t({ zh: '测试', en: 'Test' })}
      </ActButton>
      <ActButton type="link" size="small" access={updateWebhook.access} onAct={onEdit}>
        {t({ zh: '编辑', en: 'Edit' })}
      </ActButton>
      <ActButton type="link" size="small" access={switchWebhook.access} onAct={turn}>
        {isOn(row) ? t({ zh: '暂停', en: 'Pause' }) : t({ zh: '恢复', en: 'Resume' })}
      </ActButton>
    </>
  );
}

/** Buttons of a webhook in its drawer: renew the secret, delete. */
function DetailActs({
  row,
  onRenewed,
  onDeleted,
}: {
  row: Row;
  onRenewed: (secret: string) => void;
  onDeleted: () => void;
}) {
  const t = useText();
  return (
    <>
      <ActButton
        size="small"
        access={renewWebhookSecret.access}
        onAct={async () => {
          const question = {
            zh: `为“${row.name}”更换签名密钥？之后的推送都用新密钥签名，接收方须同时更换。`,
            en: `Renew the signing secret of "${row.name}"? All further events are signed with the new secret, so the receiver must be updated.`,
          };
          onRenewed((await call(renewWebhookSecret, { webhookId: row.id }, { question })).secret);
          await refreshLists(webhookList.name);
        }}
      >
        {t({ zh: '更换签名密钥', en: 'Renew the secret' })}
      </ActButton>
      <ActButton
        size="small"
        danger
        access={deleteWebhook.access}
        onAct={async () => {
          await call(deleteWebhook, { webhookId: row.id });
          notify('good', { zh: '删除成功', en: 'Deleted' });
          onDeleted();
          await refreshLists(webhookList.name);
        }}
      >
        {t({ zh: '删除', en: 'Delete' })}
      </ActButton>
    </>
  );
}

function Detail({ row }: { row: Row }) {
  const t = useText();
  return (
    <>
      <FieldList
        fields={{ ...webhookList.columns, kinds: { ...webhookList.columns.kinds, isLong: true } }}
        keys={['url', 'state', 'lotNames', 'waitingCount', 'lastSuccessAt', 'failingSince', 'createdAt', 'kinds']}
        row={row}
        cells={{
          lotNames: row.lotNames || t(EVERYWHERE),
          kinds: (
            <ul className="open-api-scopes">
              {row.kinds.map((kind) => (
                <li key={kind}>
                  {t(publicEvents.get(String(kind))!.label)} <code>{kind}</code>
                </li>
              ))}
            </ul>
          ),
        }}
      />
      <p>
        <Link to={listLink('/_cloud_system/webhook', { tab: 'deliveries', webhookId: row.id })}>
          {t({ zh: '查看投递记录', en: 'View deliveries' })}
        </Link>
      </p>
    </>
  );
}

function WebhookForm({
  edited,
  onMade,
  onClose,
}: {
  edited: Row | 'new';
  onMade: (secret: string) => void;
  onClose: () => void;
}) {
  return (
    <RecordForm
      fields={createWebhook.input}
      columns={1}
      initial={edited === 'new' ? { kinds: ['order.closed'] } : edited}
      onCancel={onClose}
      parts={{
        lotIds: ({ id, value, onChange, isInvalid }) => (
          <LotsInput id={id} value={value as string[] | null} isInvalid={isInvalid} onChange={onChange} />
        ),
      }}
      onSubmit={async (values) => {
        if (edited === 'new') onMade((await call(createWebhook, values)).secret);
        else {
          await call(updateWebhook, { ...(values as Partial<Row>), webhookId: edited.id });
          notify('good', { zh: '保存成功', en: 'Saved' });
        }
        onClose();
        await refreshLists(webhookList.name);
      }}
    />
  );
}
