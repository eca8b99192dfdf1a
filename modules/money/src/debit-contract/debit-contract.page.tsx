import { disabledReason, type Label, type ReportRow } from '@boyun/kernel/contract';
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
} from '@boyun/kernel/web';
import { useState } from 'react';
import {
  DebitState,
  debitContractList,
  debitTransitions,
  endDebitContract,
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
  const [ended, setEnded] = useState<Row | null>(null);
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
            <ActButton access={simulateDebitContract.access} onAct={() => setSimulating(true)}>
              {t(simulateDebitContract.title)}
            </ActButton>
          </>
        )}
        rowActs={(row) => (
          <ActButton
            type="link"
            danger
            access={endDebitContract.access}
            disabledReason={disabledReason(debitTransitions, 'end', row.state)}
            onAct={() => setEnded(row)}
          >
            {t({ zh: '终止', en: 'End' })}
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
      {ended && <EndDialog row={ended} onClose={() => setEnded(null)} />}
      {isSimulating && <SimulateDialog onClose={() => setSimulating(false)} />}
    </>
  );
}

/** The words of WeChat Pay's reasons. */
const REASONS: Readonly<Record<string, Label>> = {
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

function EndDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText();
  return (
    <OperationDialog
      isOpen
      isDangerous
      of={endDebitContract}
      given={{ id: row.id }}
      fields={{ reason: endDebitContract.input.reason }}
      title={`${t(endDebitContract.title)} · ${row.plate}`}
      hint={{
        zh: '该车牌以后扫码缴费；车主在渠道中的签约不受影响',
        en: 'The plate pays by the code from now on; the agreement with the channel remains',
      }}
      done={{ zh: '已终止', en: 'Ended' }}
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
