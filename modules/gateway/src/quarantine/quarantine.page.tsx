import type { ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  Confirm,
  call,
  FieldList,
  type ListContext,
  ListPage,
  notify,
  RawText,
  refreshLists,
  useText,
} from '@boyun/kernel/web';
import { useState } from 'react';
import { discardQuarantine, quarantineList, replayQuarantine } from './quarantine.contract.ts';
import { ReplayDialog } from './replay-dialog.view.tsx';

type Row = ReportRow<typeof quarantineList>;
type Context = ListContext<Row>;

const REFRESH_MS = 15_000;
const NOT_KEPT = { zh: '未保留报文内容，无法重放', en: 'The content was not kept, there is nothing to replay' };
const SETTLED = { zh: '该报文已处理', en: 'This message has been settled already' };

/** Refused device messages: read, replay for a camera, or discard. */
export default function QuarantinePage() {
  const t = useText();
  const [replayed, setReplayed] = useState<Row | null>(null);
  const [discarded, setDiscarded] = useState<Row | null>(null);
  const acts = (row: Row, type: 'link' | 'default') => {
    const disabledReason = row.state === 'kept' ? null : SETTLED;
    return (
      <>
        <ActButton
          type={type}
          size="small"
          access={replayQuarantine.access}
          disabledReason={disabledReason ?? (row.isWhole ? null : NOT_KEPT)}
          onAct={() => setReplayed(row)}
        >
          {t(replayQuarantine.title)}
        </ActButton>
        <ActButton
          type={type}
          size="small"
          access={discardQuarantine.access}
          disabledReason={disabledReason}
          onAct={() => setDiscarded(row)}
        >
          {t(discardQuarantine.title)}
        </ActButton>
      </>
    );
  };
  return (
    <ListPage
      source={quarantineList}
      columns={['receivedAt', 'reason', 'detail', 'state', 'seenCount', 'serialNo', 'cameraId', 'address', 'path']}
      cells={{
        receivedAt: { width: 160 },
        reason: { width: 110 },
        detail: { isGrowing: true, cell: (row) => <Fault detail={row.detail} /> },
        state: { width: 100 },
        seenCount: { width: 70, align: 'end', isGrowing: false },
        serialNo: { width: 170, isGrowing: false },
        address: { width: 130, isGrowing: false },
      }}
      everyMs={REFRESH_MS}
      rowActs={(row) => acts(row, 'link')}
      actsWidth={130}
      detailTitle={(row) => row.serialNo ?? row.path}
      detailActs={(row) => acts(row, 'default')}
      detailWidth={640}
      detail={(row) => <Detail row={row} />}
      empty={{
        title: { zh: '没有设备异常数据', en: 'Nothing was refused' },
        hint: {
          zh: '已登记设备未能接收的报文会保留在这里，可核对后重放；未知设备只记录来源',
          en: 'Refused messages of known devices are kept here and can be replayed; of unknown devices only the source is noted',
        },
      }}
    >
      {(context: Context) => (
        <>
          <ReplayDialog row={replayed} onClose={() => setReplayed(null)} onDone={() => context.refresh()} />
          <Confirm
            isOpen={discarded !== null}
            isDangerous
            text={t({
              zh: '忽略这条报文？之后不能再重放。',
              en: 'Set this message aside? It cannot be replayed afterwards.',
            })}
            onConfirm={async () => {
              await call(discardQuarantine, { quarantineId: discarded!.id });
              notify('good', { zh: '已忽略', en: 'Set aside' });
              await refreshLists(quarantineList.name);
            }}
            onClose={() => setDiscarded(null)}
          />
        </>
      )}
    </ListPage>
  );
}

const DETAILS = [
  'receivedAt',
  'lastReceivedAt',
  'seenCount',
  'reason',
  'detail',
  'state',
  'cameraId',
  'serialNo',
  'address',
  'path',
  'size',
  'bodyHash',
] as const;

function Detail({ row }: { row: Row }) {
  const t = useText();
  return (
    <>
      <FieldList
        fields={quarantineList.columns}
        keys={DETAILS}
        row={row}
        cells={{ detail: <Fault detail={row.detail} /> }}
      />
      {row.payload === '' ? <p className="by-small">{t(NOT_KEPT)}</p> : <RawText text={row.payload} />}
    </>
  );
}

const FAULTS: Readonly<Record<string, string>> = {
  'no camera has this token': '没有使用此令牌的相机',
  'serialChannel is no channel': '串口通道无效',
  'imageFile is no picture': '图片无效',
  'data is missing or too long': '数据缺失或过长',
  'no serial number': '缺少序列号',
  'license is too long': '车牌过长',
  'not JSON': '不是JSON',
  'not a JSON object': '不是JSON对象',
};

/** The fault of a message: stored as logged, shown in the reader's language. */
function Fault({ detail }: { detail: string }) {
  const t = useText();
  const zh =
    FAULTS[detail] ??
    detail
      .replace(/ is missing or not a serial number$/, ' 缺失或不是序列号')
      .replace(/ is missing$/, ' 缺失')
      .replace(' or ', ' 或 ');
  return <span title={t({ zh, en: detail })}>{t({ zh, en: detail })}</span>;
}
