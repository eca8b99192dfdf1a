import type { ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  choicesOf,
  FilterSwitch,
  ListPage,
  list,
  Money,
  moneyText,
  OperationDialog,
  refreshLists,
  StateDot,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { channelDayList } from '../channel-day/channel-day.contract.ts';
import { BankLineState, bankLineList, markEntry, releaseEntry, settleEntry } from '../settlement/bank-line.contract.ts';

type Row = ReportRow<typeof bankLineList>;
type Day = ReportRow<typeof channelDayList> & { readonly sourceName?: string };

const STATES = choicesOf(BankLineState);
const refresh = () => Promise.all([bankLineList, channelDayList].map((one) => refreshLists(one.name)));

/** Entries of bank statements, and what they settle. */
export function BankEntries({ tabs }: { tabs: ReactNode }) {
  const [asked, setAsked] = useState<{ row: Row; act: 'settle' | 'release' } | null>(null);
  return (
    <ListPage
      source={bankLineList}
      columns={[
        'day',
        'sourceId',
        'amountFen',
        'counterparty',
        'memo',
        'settleSourceId',
        'settledFen',
        'state',
        'serialNo',
      ]}
      filters={['from', 'to', 'sourceId', 'settleSourceId', 'state']}
      cells={{
        day: { width: 112 },
        sourceId: { width: 150 },
        amountFen: { width: 112, cell: (row) => <Money fen={row.amountFen} isStrong /> },
        counterparty: { width: 190, isGrowing: true },
        memo: { width: 170, isGrowing: true },
        settleSourceId: { width: 140 },
        settledFen: { width: 108 },
        state: {
          width: 104,
          cell: (row) => <StateDot tone={BankLineState[row.state].tone} label={BankLineState[row.state]} />,
        },
        serialNo: { width: 150, isHiddenAtFirst: true },
      }}
      toolbar={(context) => (
        <>
          {tabs}
          <FilterSwitch context={context} filter="state" choices={STATES} />
        </>
      )}
      rowActs={(row) => <Acts row={row} onAsk={(act) => setAsked({ row, act })} />}
      actsWidth={176}
      empty={{
        title: { zh: '还没有银行流水', en: 'No bank entries yet' },
        hint: {
          zh: '先在对账来源中新增银行账户，再导入它的流水',
          en: 'Add the bank account as a source, then import its statement',
        },
      }}
    >
      {() => (
        <>
          {asked?.act === 'settle' && <SettleForm row={asked.row} onClose={() => setAsked(null)} />}
          <OperationDialog
            of={releaseEntry}
            fields={{ note: releaseEntry.input.note }}
            given={{ bankLineId: asked?.row.id ?? '' }}
            isOpen={asked?.act === 'release'}
            isDangerous
            onClose={() => setAsked(null)}
            onDone={refresh}
          />
        </>
      )}
    </ListPage>
  );
}

function Acts({ row, onAsk }: { row: Row; onAsk: (act: 'settle' | 'release') => void }) {
  const t = useText();
  if (row.amountFen <= 0) return null;
  if (row.settledFen !== 0)
    return (
      <ActButton type="link" size="small" access={releaseEntry.access} onAct={() => onAsk('release')}>
        {t(releaseEntry.title)}
      </ActButton>
    );
  const isOther = row.state === 'other';
  return (
    <>
      {!isOther && (
        <ActButton type="link" size="small" access={settleEntry.access} onAct={() => onAsk('settle')}>
          {t(settleEntry.title)}
        </ActButton>
      )}
      <ActButton
        type="link"
        size="small"
        access={markEntry.access}
        onAct={async () => {
          await call(markEntry, { bankLineId: row.id, isOther: !isOther });
          await refresh();
        }}
      >
        {t(isOther ? { zh: '取消标记', en: 'Unmark' } : { zh: '非结算款', en: 'Other money' })}
      </ActButton>
    </>
  );
}

/** Chooses the days that an entry settles, among those that wait for their money. */
function SettleForm({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText();
  const asked = useQuery({
    queryKey: ['list', channelDayList.name, 'awaiting', row.settleSourceId],
    queryFn: ({ signal }) =>
      list(
        channelDayList,
        { sourceId: row.settleSourceId, to: row.day, page: 1, perPage: 60 },
        { signal, isQuiet: true },
      ),
  });
  const days = ((asked.data?.rows ?? []) as readonly Day[]).filter(
    (one) => one.hasBankSide && one.state !== 'closed' && one.state !== 'open' && one.settledFen !== one.netFen,
  );
  const { channelDayIds, note } = settleEntry.input;
  return (
    <OperationDialog
      of={settleEntry}
      fields={{ channelDayIds, note }}
      given={{ bankLineId: row.id }}
      isOpen
      width={520}
      onClose={onClose}
      onDone={refresh}
      hint={{
        zh: '金额依次计入所选日期，最后一天计入余下部分；与应到账不等时产生到账差异',
        en: 'The amount covers the days in order, the last one gets the rest; where that is not what was to be settled, a difference appears',
      }}
      parts={{
        channelDayIds: ({ id, value, onChange }) => (
          <Select
            id={id}
            mode="multiple"
            value={value ?? []}
            onChange={(next) => onChange(next)}
            options={days.map((one) => ({
              value: one.id,
              label: `${one.day} ${one.sourceName ?? ''} ${moneyText(one.netFen)}`,
            }))}
          />
        ),
      }}
    >
      <p>
        {row.day} {row.counterparty} <b className="by-figure">{moneyText(row.amountFen)}</b>
        {days.length === 0 && (
          <span className="by-faint"> {t({ zh: '没有待到账的日期', en: 'No day waits for money' })}</span>
        )}
      </p>
    </OperationDialog>
  );
}
