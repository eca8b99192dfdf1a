import { batteryTone } from '@boyun/domain/battery';
import { disabledReason, type Label, type Output, type ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  type CellSlots,
  ErrorState,
  ListPage,
  list,
  Money,
  OperationDialog,
  Plate,
  refreshLists,
  Skeleton,
  StateDot,
  TimeText,
  useAddressWord,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import {
  addPos,
  claimPos,
  damagePos,
  handlePosAct,
  losePos,
  PosActState,
  PosEventKind,
  PosOnline,
  PosStatus,
  pairPos,
  posActList,
  posDevicePage,
  posEventList,
  posTransitions,
  restorePos,
  returnPos,
} from './pos.contract.ts';
import { Paired } from './pos-pair.view.tsx';
import './pos.css';

type Row = ReportRow<typeof posDevicePage>;
type Step = keyof typeof posTransitions;
type Asked = { readonly row: Row; readonly act: Step };

const ACTS = {
  claim: claimPos,
  return: returnPos,
  damage: damagePos,
  lose: losePos,
  restore: restorePos,
  pair: pairPos,
} as const;
const { deviceId: _, ...CLAIM } = claimPos.input;
const { deviceId: _r, ...NOTE } = returnPos.input;
const { id: _h, ...HANDLE } = handlePosAct.input;

const HINTS: Readonly<Record<Step, Label>> = {
  claim: { zh: '领用后，只有该收费员可以在此POS机上收费', en: 'From now on only this collector works with it' },
  return: {
    zh: '归还后可由其他收费员领用；尚未上传的记录仍可上传',
    en: 'Others may claim it; what waits in it still arrives',
  },
  damage: { zh: '报损后停用，尚未上传的记录仍可上传', en: 'It is out of use; what waits in it still arrives' },
  lose: {
    zh: '报失后绑定立即失效，该手机不能再收费',
    en: 'Its pairing ends at once: nobody collects with it any more',
  },
  restore: { zh: '恢复为未领用；丢失的POS机须重新绑定', en: 'It is unclaimed; one that was lost is paired again' },
  pair: {
    zh: '生成绑定码，由收费员用手机扫码打开并安装；原来绑定的手机立即失效',
    en: 'Makes a code that the collector scans to open and install the app; the phone paired before stops at once',
  },
};

/** Terminals of collectors: where each is, its history, and what was done with them. */
export default function PosPage() {
  const t = useText();
  const [word, setWord] = useAddressWord('tab');
  const shown = word === 'acts' || word === 'history' ? word : 'devices';
  const tabs = (
    <Segmented
      value={shown}
      options={[
        { value: 'devices', label: t({ zh: 'POS机', en: 'POS' }) },
        { value: 'acts', label: t({ zh: '操作记录', en: 'Work' }) },
        { value: 'history', label: t({ zh: '履历', en: 'History' }) },
      ]}
      onChange={(next) => setWord(next === 'devices' ? null : next)}
    />
  );
  if (shown === 'acts') return <Acts tabs={tabs} />;
  return shown === 'history' ? <History tabs={tabs} /> : <Devices tabs={tabs} />;
}

const DEVICE_CELLS: CellSlots<Row> = {
  deviceNo: { width: 110, cell: (row) => <b className="by-strong by-figure">{row.deviceNo}</b> },
  status: {
    width: 92,
    cell: (row) => <StateDot tone={PosStatus[row.status].tone} label={PosStatus[row.status]} />,
  },
  online: {
    width: 80,
    cell: (row) => <StateDot tone={PosOnline[row.online].tone} label={PosOnline[row.online]} />,
  },
  lotId: { width: 140 },
  collector: { width: 96 },
  statusAt: { width: 146 },
  statusBy: { isHiddenAtFirst: true },
  lastSeenAt: { width: 146 },
  queueLength: { width: 78 },
  batteryPercent: {
    width: 84,
    cell: ({ batteryPercent: level }) =>
      level === null ? (
        <span className="by-faint">—</span>
      ) : (
        <StateDot tone={batteryTone(level)} label={{ zh: `${level}%`, en: `${level}%` }} />
      ),
  },
  isPaired: { width: 74 },
  model: { isHiddenAtFirst: true },
  remark: { isHiddenAtFirst: true },
};
const NO_DEVICE = {
  title: { zh: '还没有POS机', en: 'No POS yet' },
  hint: {
    zh: '登记后绑定一台手机，收费员即可用手机签到、登记停车和收费',
    en: 'Add one and pair a phone: the collector clocks in, records cars and collects with it',
  },
};

function Devices({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [paired, setPaired] = useState<Output<typeof pairPos> | null>(null);
  const done = () => Promise.all([posDevicePage, posEventList].map((one) => refreshLists(one.name)));
  const actOf = (row: Row, act: Step) => (
    <ActButton
      key={act}
      type="link"
      size="small"
      access={ACTS[act].access}
      disabledReason={disabledReason(posTransitions, act, row.status)}
      onAct={() => setAsked({ row, act })}
    >
      {t(ACTS[act].title)}
    </ActButton>
  );
  const stepsOf = ({ status }: Row): readonly Step[] =>
    status === 0 ? ['claim', 'pair'] : status === 1 ? ['return', 'pair', 'lose'] : ['restore'];
  return (
    <ListPage
      source={posDevicePage}
      everyMs={15_000}
      filters={['deviceNo', 'lotId', 'status', 'online', 'collector']}
      toolbar={() => (
        <>
          {tabs}
          <ActButton type="primary" access={addPos.access} onAct={() => setAdding(true)}>
            {t(addPos.title)}
          </ActButton>
        </>
      )}
      cells={DEVICE_CELLS}
      rowClass={(row) => (row.status > 1 ? 'is-bad' : undefined)}
      actsWidth={210}
      rowActs={(row) => <>{stepsOf(row).map((act) => actOf(row, act))}</>}
      detailTitle={(row) => row.deviceNo}
      detailActs={(row) => (
        <>{(['claim', 'return', 'damage', 'lose', 'restore', 'pair'] as const).map((act) => actOf(row, act))}</>
      )}
      detailWidth={560}
      detail={(row) => <PosHistory deviceId={row.id} />}
      empty={NO_DEVICE}
    >
      {() => (
        <>
          <OperationDialog
            isOpen={isAdding}
            onClose={() => setAdding(false)}
            of={addPos}
            given={{}}
            fields={addPos.input}
            okText={{ zh: '登记', en: 'Add' }}
            done={{ zh: '已登记，请绑定手机', en: 'Added; now pair a phone' }}
            onDone={done}
          />
          {asked && (
            <PosDialog
              {...asked}
              onClose={() => setAsked(null)}
              onDone={done}
              onPaired={(made) => {
                setPaired(made);
                return done();
              }}
            />
          )}
          {paired && <Paired made={paired} onClose={() => setPaired(null)} />}
        </>
      )}
    </ListPage>
  );
}

/** What happened to one terminal, latest first. */
function PosHistory({ deviceId }: { deviceId: string }) {
  const t = useText();
  const language = useLanguage();
  const asked = useQuery({
    queryKey: ['list', posEventList.name, deviceId, language],
    queryFn: ({ signal }) => list(posEventList, { deviceId, page: 1, perPage: 100 }, { signal, isQuiet: true }),
  });
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={4} />;
  return (
    <ol className="pos-history">
      {(asked.data.rows as readonly ReportRow<typeof posEventList>[]).map((row) => (
        <li key={row.id}>
          <TimeText at={row.at} style="minute" />
          <b>{t(PosEventKind[row.kind])}</b>
          <span>
            {row.collector && t({ zh: '收费员 {name}', en: 'Collector {name}' }, { name: row.collector })}
            {row.note && <small>{row.note}</small>}
          </span>
          <span className="by-faint">{row.personName}</span>
        </li>
      ))}
    </ol>
  );
}

function PosDialog({
  row,
  act,
  onClose,
  onDone,
  onPaired,
}: Asked & {
  onClose: () => void;
  onDone: () => Promise<unknown>;
  onPaired: (made: Output<typeof pairPos>) => Promise<unknown>;
}) {
  const t = useText();
  const shared = {
    isOpen: true,
    onClose,
    given: { deviceId: row.id },
    title: `${t(ACTS[act].title)} · ${row.deviceNo}`,
    hint: HINTS[act],
    okText: ACTS[act].title,
  };
  if (act === 'pair') return <OperationDialog {...shared} of={pairPos} fields={{}} onDone={onPaired} />;
  const done: Label = { zh: '已记录', en: 'Recorded' };
  if (act === 'claim') return <OperationDialog {...shared} of={claimPos} fields={CLAIM} done={done} onDone={onDone} />;
  return <OperationDialog {...shared} of={ACTS[act]} fields={NOTE} done={done} onDone={onDone} />;
}

function Acts({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  const [asked, setAsked] = useState<ReportRow<typeof posActList> | null>(null);
  return (
    <ListPage
      source={posActList}
      toolbar={() => tabs}
      filters={['state', 'kind', 'plate', 'lotId', 'from', 'to']}
      cells={{
        happenedAt: { width: 146 },
        receivedAt: { width: 146 },
        deviceNo: { width: 92 },
        accountName: { width: 92 },
        kind: { width: 92 },
        plate: { width: 116, cell: (row) => row.plate && <Plate text={row.plate} /> },
        cashFen: { width: 84, cell: (row) => <Money fen={row.cashFen} /> },
        state: {
          width: 92,
          cell: (row) => <StateDot tone={PosActState[row.state].tone} label={PosActState[row.state]} />,
        },
        reason: { width: 180, isGrowing: true },
        note: { isHiddenAtFirst: true },
        lotId: { isHiddenAtFirst: true },
        orderId: { isHiddenAtFirst: true },
      }}
      rowClass={(row) => (row.state === 'refused' ? 'is-bad' : undefined)}
      actsWidth={110}
      rowActs={(row) =>
        row.state === 'refused' && (
          <ActButton type="link" size="small" access={handlePosAct.access} onAct={() => setAsked(row)}>
            {t(handlePosAct.title)}
          </ActButton>
        )
      }
      empty={{
        title: { zh: '还没有POS操作', en: 'Nothing was done with a POS yet' },
        hint: { zh: '收费员登记、收费后显示在此', en: 'What collectors record and collect appears here' },
      }}
    >
      {() =>
        asked && (
          <OperationDialog
            isOpen
            onClose={() => setAsked(null)}
            of={handlePosAct}
            given={{ id: asked.id }}
            fields={HANDLE}
            hint={{ zh: '写明现金和订单如何处理', en: 'Say what became of the cash and the stay' }}
            done={{ zh: '已标记', en: 'Settled' }}
            onDone={() => refreshLists(posActList.name)}
          />
        )
      }
    </ListPage>
  );
}

function History({ tabs }: { tabs: ReactNode }) {
  return (
    <ListPage
      source={posEventList}
      toolbar={() => tabs}
      filters={['kind', 'from', 'to']}
      cells={{
        at: { width: 156 },
        deviceNo: { width: 110 },
        kind: { width: 96, cell: (row) => <KindText kind={row.kind} /> },
        collector: { width: 110 },
        personName: { width: 110 },
        lotId: { width: 150 },
        note: { width: 200, isGrowing: true },
      }}
    />
  );
}

function KindText({ kind }: { kind: keyof typeof PosEventKind }) {
  return useText()(PosEventKind[kind]);
}
