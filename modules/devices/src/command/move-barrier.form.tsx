import './move-barrier.css';
import { LaneMode } from '@boyun/facilities/contract';
import {
  can,
  type DialogForm,
  DisabledReason,
  OperationDialog,
  Plate,
  TimeText,
  useSlot,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { Button, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { BarrierCommand, closeLane, commandList, holdLane, openLane } from './command.contract.ts';
import { type LaneCar, laneCar } from './lane-car.view.ts';

type Kind = 'open' | 'close';
const FIELDS = { open: { reason: openLane.input.reason }, close: { reason: closeLane.input.reason } };
const { mode, minutes, reason } = holdLane.input;
const MODE_FIELDS = { mode, minutes, reason };

const OPERATIONS = { open: openLane, close: closeLane } as const;
const HINTS = {
  open: {
    zh: '道闸将直接打开，不改变订单和费用；会产生“人工开闸”报警。',
    en: 'The barrier opens at once and an alarm is raised. Orders and fees do not change.',
  },
  close: {
    zh: '请先从画面确认道闸下没有车辆和行人；订单和费用不变。',
    en: 'Make sure the barrier area is clear. Orders and fees do not change.',
  },
} as const;
const MODE_HINT = {
  zh: '常开：立即开闸，之后全部放行并记录，出场未付的记欠费；高峰：入场不等待确认，黑名单除外。',
  en: 'Kept open: the barrier opens now; every car passes and is recorded, and unpaid fees become debts. Peak: no car waits at the entry, except black-listed ones.',
};
const MODE_DONE = { zh: '车道运行模式已更改', en: 'Mode of the lane changed' };
/** Minutes proposed for a mode. */
const USUAL_MINUTES = 60;
const DONE = {
  open: { zh: '开闸指令已下发', en: 'Open command sent' },
  close: { zh: '关闸指令已下发', en: 'Close command sent' },
} as const;
const EMERGENCY = { zh: '紧急开闸', en: 'Emergency: open' };
/** The reason that is kept when the barrier is opened without giving another one. */
const EMERGENCY_REASON = { zh: '紧急情况', en: 'Emergency' };

/** The lane of a barrier, with its lot. */
export interface BarrierLane {
  readonly id: string;
  readonly name: string;
  readonly lotId: string;
  readonly lotName?: string | null;
  /** Its mode; normal where it is not known. */
  readonly mode?: keyof typeof LaneMode;
}

/**
 * The only dialog that moves a barrier remotely or changes the mode of its lane: it names lot, lane and car, and asks for the reason and,
 * where it has not been entered shortly before, the password. In an emergency one button opens the barrier without another reason.
 */
export default function MoveBarrier({
  lane,
  isOpen,
  onClose,
  onDone,
}: {
  lane: BarrierLane;
  isOpen: boolean;
  onClose: () => void;
  onDone?: () => unknown;
}) {
  const t = useText();
  const [kind, setKind] = useState<Kind | 'mode'>('open');
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    if (isOpen) setKind('open');
  }
  const car = useLaneCar(lane, isOpen);
  const place = lane.lotName ? `${lane.lotName} · ${lane.name}` : lane.name;
  const waiting = car?.isWaiting && car.plate ? car.plate : null;
  const head = (
    <>
      {car && <LastCar car={car} />}
      <KindChoice kind={kind} onChange={setKind} />
      <p className="by-hint">{t(kind === 'mode' ? MODE_HINT : HINTS[kind])}</p>
    </>
  );
  const shared = { isOpen, onClose, onDone, given: { laneId: lane.id }, isDangerous: true };
  // Both are the same component at the same place: the dialog stays open when the act changes.
  if (kind === 'mode')
    return (
      <OperationDialog
        {...shared}
        of={holdLane}
        fields={MODE_FIELDS}
        initial={
          lane.mode && lane.mode !== 'normal' ? { mode: 'normal' } : { mode: 'keep-open', minutes: USUAL_MINUTES }
        }
        title={t({ zh: '车道运行模式 · {place}', en: 'Mode of the lane · {place}' }, { place })}
        question={({ mode: to }) => modeQuestion(to, place)}
        done={MODE_DONE}
        refreshes={['lane', commandList.name]}
      >
        {head}
      </OperationDialog>
    );
  return (
    <OperationDialog
      {...shared}
      of={OPERATIONS[kind]}
      fields={FIELDS[kind]}
      title={t(
        waiting
          ? { zh: '远程操作道闸 · {place} · {plate}', en: 'Move the barrier · {place} · {plate}' }
          : { zh: '远程操作道闸 · {place}', en: 'Move the barrier · {place}' },
        { place, plate: waiting ?? '' },
      )}
      question={() => questionOf(kind, place, waiting)}
      okText={BarrierCommand[kind]}
      done={DONE[kind]}
      refreshes={[commandList.name]}
      moreActs={kind === 'open' ? (form) => <EmergencyButton form={form} /> : undefined}
    >
      {head}
    </OperationDialog>
  );
}

/** Chooses between the acts the account has rights for. */
function KindChoice({ kind, onChange }: { kind: Kind | 'mode'; onChange: (kind: Kind | 'mode') => void }) {
  const t = useText();
  return (
    <Segmented<Kind | 'mode'>
      block
      value={kind}
      options={[
        { value: 'open', label: t(BarrierCommand.open) },
        { value: 'close', label: t(BarrierCommand.close) },
        ...(can(holdLane.access) ? [{ value: 'mode' as const, label: t(holdLane.input.mode.label) }] : []),
      ]}
      onChange={onChange}
    />
  );
}

function modeQuestion(mode: keyof typeof LaneMode, place: string) {
  const { zh, en } = LaneMode[mode];
  return { zh: `是否将“${place}”设为${zh}？`, en: `Change the mode of ${place} to: ${en}?` };
}

/** The question: names the lane with its lot, and the car that waits there. */
function questionOf(kind: Kind, place: string, plate: string | null) {
  if (kind === 'close') return { zh: `是否关闭“${place}”的道闸？`, en: `Close the barrier of ${place}?` };
  return plate === null
    ? { zh: `是否打开“${place}”的道闸？`, en: `Open the barrier of ${place}?` }
    : { zh: `是否为 ${plate} 打开“${place}”的道闸？`, en: `Open the barrier of ${place} for ${plate}?` };
}

/** Opens the barrier with the reason of an emergency. */
function EmergencyButton({ form }: { form: DialogForm<(typeof FIELDS)['open']> }) {
  const t = useText();
  return (
    <DisabledReason reason={form.lack}>
      {(isDisabled) => (
        <Button danger disabled={isDisabled} onClick={() => void form.send({ reason: t(EMERGENCY_REASON) })}>
          {t(EMERGENCY)}
        </Button>
      )}
    </DisabledReason>
  );
}

/** The last car at the lane with its picture. */
function LastCar({ car }: { car: LaneCar }) {
  const t = useText();
  return (
    <div className="barrier-car">
      <ZoomPicture address={car.picture} label={{ zh: '过车图片', en: 'Picture' }} size="fill" />
      <div>
        <Plate text={car.plate} color={car.plateColor} size="large" />
        <p className="by-small by-faint">
          {t(car.isWaiting ? { zh: '正在等待', en: 'Waiting' } : { zh: '最近过车', en: 'Last car' })}{' '}
          {car.at && <TimeText at={car.at} />}
        </p>
      </div>
    </div>
  );
}

/** The last car at the lane, fetched when the dialog opens; null until then, and where it may not be seen. */
function useLaneCar({ id, lotId }: BarrierLane, isOpen: boolean): LaneCar | null {
  const load = useSlot(laneCar);
  const [car, setCar] = useState<LaneCar | null>(null);
  useEffect(() => {
    if (!isOpen || !load) return;
    let isWanted = true;
    load({ id, lotId }).then(
      (found) => isWanted && setCar(found),
      () => undefined,
    );
    return () => {
      isWanted = false;
      setCar(null);
    };
  }, [id, lotId, isOpen, load]);
  return car;
}
