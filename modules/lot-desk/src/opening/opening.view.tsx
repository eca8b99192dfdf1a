import { LotState, lot } from '@boyun/facilities/contract';
import type { Label, Listed, Output } from '@boyun/kernel/contract';
import {
  ActButton,
  Confirm,
  call,
  listLink,
  notify,
  OperationDialog,
  refreshLists,
  StateDot,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { closeLot, getReadiness, openLot } from './opening.contract.ts';
import { type ShownStep, StepList } from './step-list.view.tsx';

type Lot = Listed<typeof lot>;
type Ready = Output<typeof getReadiness>;

const OPENED = { zh: '已开始营业', en: 'The lot is open' };
const CLOSED = { zh: '已停用', en: 'The lot is closed' };
const CLOSE_HINT = {
  zh: '停用后道闸不再放行入场车辆，场内车辆仍可离场。',
  en: 'Its gates then admit no cars; cars inside can still leave.',
};

/** The state of a lot with the act that changes it: opening asks whether parking is free, closing for a confirmation. */
export function LotOpening({ row }: { row: Lot }) {
  const t = useText();
  const [asked, setAsked] = useState<'open' | 'close' | null>(null);
  const isOpen = row.state === 'open';
  const done = () => setAsked(null);
  const close = async () => {
    await call(closeLot, { lotId: row.id });
    notify('good', CLOSED);
    await refreshLists(lot.name);
  };
  return (
    <>
      <StateDot tone={LotState[row.state].tone} label={LotState[row.state]} />
      <ActButton
        size="small"
        type={isOpen ? 'default' : 'primary'}
        access={openLot.access}
        onAct={async () => setAsked(isOpen ? 'close' : 'open')}
      >
        {t(isOpen ? closeLot.title : openLot.title)}
      </ActButton>
      <OperationDialog
        of={openLot}
        fields={{ isFree: openLot.input.isFree }}
        given={{ lotId: row.id }}
        title={`${row.name} · ${t(openLot.title)}`}
        hint={{
          zh: '营业后道闸按规则放行并计费；没有车道或没有生效的收费规则时不能营业。',
          en: 'Its gates then admit cars and charge them by the rules. It cannot open without a lane or a tariff in force.',
        }}
        isOpen={asked === 'open'}
        onClose={done}
        done={OPENED}
        refreshes={[lot.name]}
      />
      <Confirm
        isOpen={asked === 'close'}
        isDangerous
        title={{ zh: `停用“${row.name}”？`, en: `Close "${row.name}"?` }}
        text={t(CLOSE_HINT)}
        onConfirm={close}
        onClose={done}
      />
    </>
  );
}

/** What a lot in preparation needs, with links to where it is done. */
export function Readiness({ row }: { row: Lot }) {
  const { data } = useQuery({
    queryKey: ['list', lot.name, 'readiness', row.id],
    queryFn: ({ signal }) => call(getReadiness, { lotId: row.id }, { signal, isQuiet: true }),
    refetchOnMount: 'always',
  });
  if (!data) return null;
  return <StepList title={getReadiness.title} steps={stepsOf(row, data)} />;
}

const NEEDED: Label = { zh: '营业必需', en: 'Needed to open' };
const LATER: Label = { zh: '可稍后完成', en: 'Can follow later' };

/** The steps of a lot; a street has no gates, lanes or cameras. */
function stepsOf({ id, kind }: Lot, ready: Ready): ShownStep[] {
  const step = (key: keyof Ready, hint: Label, to: string): ShownStep => ({
    key,
    title: getReadiness.output[key].label,
    hint,
    to,
    isDone: ready[key],
  });
  const edit = (part: string) => listLink('/_cloud_basic/parkEdit', { lotId: id, step: part });
  const gated = [
    step('hasGate', NEEDED, edit('gates')),
    step('hasLane', NEEDED, edit('lanes')),
    step('hasWayInAndOut', LATER, edit('lanes')),
    step('hasSeenCamera', LATER, edit('devices')),
  ];
  return [
    step('hasSpots', NEEDED, edit(kind === 'closed' ? 'profile' : 'garages')),
    ...(kind === 'closed' ? gated : []),
    step('hasTariff', { zh: '免费停放除外', en: 'Unless parking is free' }, edit('tariff')),
    step('hasPayment', { zh: '未设置时只收现金', en: 'Until then only cash' }, edit('payment')),
    step('hasStaff', LATER, '/_cloud_user/employee'),
  ];
}
