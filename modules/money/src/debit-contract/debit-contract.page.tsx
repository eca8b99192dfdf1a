import type { Label, ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  choicesOf,
  FilterSwitch,
  ListPage,
  listLink,
  OperationDialog,
  Plate,
  refreshLists,
  useText,
  useUser,
} from '@boyun/kernel/web';
import { useState } from 'react';
import {
  AWAITING,
  DebitState,
  debitContractList,
  endDebitContract,
  resumeDebitContract,
  simulateDebitContract,
} from './debit-contract.contract.ts';

type Row = ReportRow<typeof debitContractList>;

type Cells = NonNullable<Parameters<typeof ListPage<typeof debitContractList>>[0]['cells']>;

const STATES = choicesOf(DebitState);

const CELLS: Cells = {
  plate: {
    width: 132,
    isGrowing: false,
    cell: (row) => (
      <Plate text={row.plate} color={row.plateColor} to={listLink('/_cloud_operation/order', { plate: row.plate })} />
    ),
  },
  channel: { width: 112 },
  state: { width: 104 },
  blockedReason: { width: 150, cell: (row) => <Reason of={row.blockedReason} /> },
  limitFen: { width: 116 },
  createdAt: { isHiddenAtFirst: true },
  endedReason: { isGrowing: true },
  providerNo: { isHiddenAtFirst: true },
};

/** Plates whose drivers agreed to automatic debit. */
export default function DebitContractPage() {
  const t = useText();
  const [chosen, setChosen] = useState<Row | null>(null);
  const { isTrial } = useUser();
  const [isSimulating, setSimulating] = useState(false);
  return (
    <>
      <ListPage
        source={debitContractList}
        columns={[
          'plate',
          'channel',
          'state',
          'blockedReason',
          'limitFen',
          'since',
          'reportedAt',
          'createdAt',
          'endedBy',
          'endedReason',
          'providerNo',
        ]}
        filters={['plate', 'channel', 'state']}
        cells={CELLS}
        toolbar={(context) => (
          <>
            <FilterSwitch context={context} filter="state" choices={STATES} allLabel={{ zh: '全部状态', en: 'All' }} />
            {isTrial && (
              <ActButton access={simulateDebitContract.access} onAct={() => setSimulating(true)}>
                {t(simulateDebitContract.title)}
              </ActButton>
            )}
          </>
        )}
        rowActs={(row) => (
          <ActButton
            type="link"
            danger={row.state !== 'ended'}
            access={endDebitContract.access}
            disabledReason={row.state === 'ended' && !row.endedBy ? BY_CHANNEL : null}
            onAct={() => setChosen(row)}
          >
            {t(row.state === 'ended' ? { zh: '恢复', en: 'Resume' } : { zh: '终止', en: 'End' })}
          </ActButton>
        )}
        actsWidth={76}
        empty={{
          title: { zh: '还没有签约车牌', en: 'No plates with automatic debit yet' },
          hint: {
            zh: '在支付配置中打开渠道的无感支付；车辆入场时渠道告知车牌是否签约',
            en: 'Turn on automatic debit of a channel in the payment configuration; the channel tells at each entry whether the plate has a contract',
          },
        }}
      />
      {chosen && <EndDialog row={chosen} onClose={() => setChosen(null)} />}
      {isSimulating && <SimulateDialog onClose={() => setSimulating(false)} />}
    </>
  );
}

const BY_CHANNEL = {
  zh: '签约由渠道终止，车主重新签约后自动恢复',
  en: 'The channel ended it; it is used again once the driver agrees anew',
};

/** The words of WeChat Pay's reasons, and of our own. */
const REASONS: Readonly<Record<string, Label>> = {
  [AWAITING]: { zh: '等待渠道告知', en: 'Waiting for the channel' },
  PAUSE: { zh: '车主已暂停', en: 'Paused by the driver' },
  OVERDUE: { zh: '车主有欠款', en: 'The driver owes the channel' },
  EVALUATION_FAILED: { zh: '综合评估未通过', en: 'Turned down by the channel' },
};

function Reason({ of: reason }: { of: string | null }) {
  const t = useText();
  if (!reason) return <span className="by-faint">—</span>;
  return <>{t(REASONS[reason] ?? { zh: reason, en: reason })}</>;
}

const done = () => refreshLists(debitContractList.name);

/** Ends the use of a contract, or uses one again that was ended here. */
function EndDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText();
  const isEnded = row.state === 'ended';
  const of = isEnded ? resumeDebitContract : endDebitContract;
  return (
    <OperationDialog
      isOpen
      isDangerous={!isEnded}
      of={of}
      given={{ id: row.id }}
      fields={{ reason: of.input.reason }}
      title={`${t(of.title)} · ${row.plate}`}
      hint={
        isEnded
          ? {
              zh: '渠道下次告知签约有效后（最迟下次入场）恢复自动扣款',
              en: 'The plate is debited again once the channel reports its contract, at the latest at the next entry',
            }
          : {
              zh: '该车牌以后扫码缴费；车主在渠道中的签约不受影响',
              en: 'The plate pays by the code from now on; the agreement with the channel remains',
            }
      }
      done={isEnded ? { zh: '已恢复', en: 'Resumed' } : { zh: '已终止', en: 'Ended' }}
      onClose={onClose}
      onDone={done}
    />
  );
}

function SimulateDialog({ onClose }: { onClose: () => void }) {
  return (
    <OperationDialog
      isOpen
      of={simulateDebitContract}
      given={{}}
      fields={simulateDebitContract.input}
      hint={{
        zh: '仅试用租户：代替车主在沙箱中签约',
        en: 'Trials only: does what a driver would do in the app of the sandbox',
      }}
      done={{ zh: '已模拟', en: 'Simulated' }}
      onClose={onClose}
      onDone={done}
    />
  );
}
