import { FindingKind } from '@boyun/domain/patrol';
import { disabledReason, liveChannel, liveKinds, type ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  type CellSlots,
  choicesOf,
  FilterSwitch,
  type ListContext,
  ListPage,
  LiveMark,
  OperationDialog,
  Plate,
  refreshLists,
  StateDot,
  TimeText,
  useLive,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { useOrderDrawer } from '@boyun/orders/web';
import { useState } from 'react';
import { ConfirmFinding } from './confirm-finding.form.tsx';
import { FindingDetail } from './finding-detail.view.tsx';
import {
  confirmFinding,
  dismissFinding,
  FindingState,
  findingList,
  findingTransitions,
} from './patrol-finding.contract.ts';
import { findingConfirmed, findingDismissed, findingMade, findingResolved } from './patrol-finding-event.contract.ts';

type Row = ReportRow<typeof findingList>;
type Asked = { readonly act: 'confirm' | 'dismiss'; readonly row: Row };

const KINDS = liveKinds(findingMade, findingConfirmed, findingDismissed, findingResolved);
const PICTURE = { zh: '现场图片', en: 'Picture' };
const refresh = () => void refreshLists(findingList.name);

/** What patrol cars have found: the queue of those who handle it. */
export default function PatrolFindingPage() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [openOrder, drawer] = useOrderDrawer();
  const live = useLive(liveChannel, KINDS, refresh, { onOpen: refresh });
  const close = () => setAsked(null);
  return (
    <ListPage
      source={findingList}
      columns={COLUMNS}
      filters={['plate', 'lotId', 'kind', 'state', 'carId', 'from', 'to']}
      cells={CELLS}
      toolbar={(context) => (
        <>
          <States context={context} />
          <LiveMark state={live} />
        </>
      )}
      rowClass={(row) => (row.state === 'open' && row.kind === 'black' ? 'is-bad' : undefined)}
      rowActs={(row) => <Acts row={row} type="link" onAsk={setAsked} />}
      actsWidth={148}
      detailTitle={(row) => <Kind row={row} />}
      detailActs={(row) => <Acts row={row} type="default" onAsk={setAsked} />}
      detailWidth={620}
      detail={(row) => <FindingDetail row={row} onOrder={openOrder} />}
      empty={{
        title: { zh: '没有巡逻发现', en: 'Nothing found' },
        hint: {
          zh: '巡逻车看到欠费、黑名单、超时、占错车位或没有订单的车辆时显示在这里',
          en: 'Cars that owe, are blacklisted, overstay, stand on a wrong spot or have no order appear here',
        },
      }}
    >
      {() => (
        <>
          {drawer}
          <ConfirmFinding row={asked?.act === 'confirm' ? asked.row : null} onClose={close} />
          <OperationDialog
            isOpen={asked?.act === 'dismiss'}
            onClose={close}
            of={dismissFinding}
            given={{ findingId: asked?.row.id ?? '' }}
            fields={{ reason: dismissFinding.input.reason }}
            done={{ zh: '已排除', en: 'Dismissed' }}
            refreshes={[findingList.name]}
          />
        </>
      )}
    </ListPage>
  );
}

const COLUMNS = [
  'kind',
  'state',
  'plate',
  'picture',
  'detail',
  'lotId',
  'spotNumber',
  'foundAt',
  'seenCount',
  'carId',
  'act',
  'handledByName',
  'lastSeenAt',
  'owedFen',
  'handledAt',
  'note',
];

const CELLS: CellSlots<Row> = {
  kind: { width: 118, cell: (row) => <Kind row={row} /> },
  state: { width: 96 },
  plate: { width: 124, isGrowing: false, cell: (row) => <Plate text={row.plate} color={row.plateColor} /> },
  picture: { width: 76, cell: (row) => <ZoomPicture address={row.picture} label={PICTURE} /> },
  detail: { width: 230, isGrowing: true, cell: (row) => <span title={row.detail}>{row.detail}</span> },
  lotId: { width: 140 },
  spotNumber: { width: 76 },
  foundAt: { width: 134, cell: (row) => <TimeText at={row.foundAt} style="minute" /> },
  seenCount: { width: 84 },
  carId: { width: 112 },
  act: { width: 100 },
  handledByName: { width: 90 },
  lastSeenAt: { isHiddenAtFirst: true },
  owedFen: { isHiddenAtFirst: true },
  handledAt: { isHiddenAtFirst: true },
  note: { isHiddenAtFirst: true },
};

function Kind({ row }: { row: Row }) {
  return <StateDot tone={FindingKind[row.kind].tone} label={FindingKind[row.kind]} />;
}

function States({ context }: { context: ListContext<Row> }) {
  const { openCount } = (context.listing?.totals ?? {}) as { openCount?: number };
  const choices = choicesOf(FindingState).map((one) => (one.value === 'open' ? { ...one, count: openCount } : one));
  return <FilterSwitch context={context} filter="state" choices={choices} />;
}

function Acts({ row, type, onAsk }: { row: Row; type: 'link' | 'default'; onAsk: (asked: Asked) => void }) {
  const t = useText();
  if (row.state !== 'open') return null;
  return (
    <>
      <ActButton
        type={type === 'link' ? 'link' : 'primary'}
        size="small"
        access={confirmFinding.access}
        disabledReason={disabledReason(findingTransitions, 'confirm', row.state)}
        onAct={() => onAsk({ act: 'confirm', row })}
      >
        {t(confirmFinding.title)}
      </ActButton>
      <ActButton
        type={type}
        size="small"
        access={dismissFinding.access}
        disabledReason={disabledReason(findingTransitions, 'dismiss', row.state)}
        onAct={() => onAsk({ act: 'dismiss', row })}
      >
        {t(dismissFinding.title)}
      </ActButton>
    </>
  );
}
