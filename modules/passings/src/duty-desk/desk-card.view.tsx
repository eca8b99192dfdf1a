import { AlarmKind, AlarmSeverity, handleAlarm } from '@boyun/alarms/contract';
import { openLane } from '@boyun/devices/contract';
import { LaneDirection } from '@boyun/facilities/contract';
import type { Label } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  can,
  Empty,
  numberText,
  Plate,
  readSession,
  StateDot,
  TimeText,
  useLanguage,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { badgeOf } from '@boyun/lists/contract';
import { getOrder } from '@boyun/orders/contract';
import { OrderBill } from '@boyun/orders/web';
import { collectCash } from '@boyun/payments/contract';
import { Suspense } from 'react';
import { Candidates } from '../lane-board/candidate.view.tsx';
import type { Act, ActLane } from '../lane-board/lane-fact.view.tsx';
import { answerCall } from '../lane-call/lane-call.contract.ts';
import { settlePassing } from '../passing/passing.contract.ts';
import { matchWaiting } from '../waiting-car/waiting-car.contract.ts';
import type { DeskCard } from './desk-data.view.ts';
import { colleagueOf } from './desk-queue.view.tsx';

/** A lane with its car, as the acts need it. */
export function laneOf(card: DeskCard): ActLane {
  return { ...card, direction: card.direction ?? 'entry' };
}

const NOTHING_DUE = { zh: '没有待收费用', en: 'Nothing is due' };
const NOT_WAITING = { zh: '没有车在等待', en: 'No car waits' };

/** What can be done at the desk: the acts of a lane, those of a call, and dealing with an alarm. */
export type DeskActKind = Act | 'answer' | 'end-call' | 'handle';

/** An act of the desk with its key; `why` is the reason why it is not possible now. */
export interface DeskAct {
  readonly key: string;
  readonly kind: DeskActKind;
  readonly label: Label;
  readonly why: Label | null;
}

/** The acts for a card that the account may do, on the keys 1 to 5. */
export function actsOf(card: DeskCard): readonly DeskAct[] {
  const colleague = colleagueOf(card);
  const held = colleague === null ? null : { zh: `${colleague}正在处理`, en: `${colleague} is dealing with it` };
  const waits = held ?? (card.isWaiting ? null : NOT_WAITING);
  const owes = held ?? (card.isWaiting && card.orderId !== null && card.dueFen > 0 ? null : NOTHING_DUE);
  const through = card.isWaiting
    ? { kind: 'admit' as const, label: { zh: '放行', en: 'Let through' }, access: settlePassing.access }
    : { kind: 'open' as const, label: { zh: '开闸', en: 'Open' }, access: openLane.access };
  return [
    { key: '1', kind: 'collect' as const, label: { zh: '收费', en: 'Charge' }, why: owes, access: collectCash.access },
    { key: '2', ...through, why: held },
    {
      key: '3',
      kind: 'match' as const,
      label: { zh: '更正车牌', en: 'Correct plate' },
      why: waits,
      access: matchWaiting.access,
    },
    {
      key: '4',
      kind: 'turn-back' as const,
      label: { zh: '劝返', en: 'Turn back' },
      why: waits,
      access: settlePassing.access,
    },
    ...helpOf(card),
  ].filter((one) => can(one.access));
}

/** The act on key 5: the call of the driver first, then the alarms. */
function helpOf({ call: ring, alarms }: DeskCard) {
  const me = readSession('userId');
  if (ring) {
    const isRinging = ring.state === 'ringing';
    const isTheirs = !isRinging && ring.claimedById !== me;
    return [
      {
        key: '5',
        kind: isRinging ? ('answer' as const) : ('end-call' as const),
        label: isRinging ? answerCall.title : { zh: '结束通话', en: 'End the call' },
        why: isTheirs ? { zh: `由${ring.claimedByName}接听`, en: `${ring.claimedByName} has answered` } : null,
        access: answerCall.access,
      },
    ];
  }
  const [alarm] = alarms;
  if (!alarm) return [];
  const isTheirs = alarm.claimedById !== null && alarm.claimedById !== me;
  return [
    {
      key: '5',
      kind: 'handle' as const,
      label: { zh: '处理报警', en: 'Close the alarm' },
      why: isTheirs ? { zh: `${alarm.claimedByName}正在处理`, en: `${alarm.claimedByName} is dealing with it` } : null,
      access: handleAlarm.access,
    },
  ];
}

/** The chosen car, large: picture, plate with what the camera read, what it owes, similar cars, and the acts. */
export function DeskDetail({
  card,
  onAct,
  onChanged,
}: {
  card: DeskCard | null;
  onAct: (kind: DeskActKind) => void;
  onChanged: () => Promise<unknown>;
}) {
  const t = useText();
  if (!card)
    return (
      <section className="desk-detail" aria-label={t({ zh: '当前车辆', en: 'The car' })}>
        <Empty
          title={{ zh: '都处理完了', en: 'All done' }}
          hint={{ zh: '新的车辆会自动打开', en: 'The next car opens by itself' }}
        />
      </section>
    );
  return (
    <section className="desk-detail" aria-label={t({ zh: '当前车辆', en: 'The car' })}>
      <Head card={card} />
      <div className="desk-view">
        <ZoomPicture address={card.picture} label={{ zh: '过车图片', en: 'Picture' }} size="fill" />
        <div className="desk-facts">
          <Reading card={card} />
          {card.orderId && can(getOrder.access) && (
            <Suspense fallback={null}>
              <OrderBill orderId={card.orderId} />
            </Suspense>
          )}
        </div>
      </div>
      <div className="desk-acts">
        {actsOf(card).map(({ key, kind, label, why }) => (
          <ActButton
            key={key}
            type={kind === (card.dueFen > 0 ? 'collect' : 'admit') ? 'primary' : 'default'}
            danger={kind === 'turn-back'}
            disabledReason={why}
            onAct={() => onAct(kind)}
          >
            <kbd>{key}</kbd> {t(label)}
          </ActButton>
        ))}
      </div>
      {card.alarms.length > 0 && <Alarms card={card} />}
      {card.isWaiting && can(matchWaiting.access) && colleagueOf(card) === null && (
        <Candidates
          passingId={card.passingId}
          plate={null}
          isExit={card.direction === 'exit'}
          onChoose={(plate) => call(matchWaiting, { passingId: card.passingId!, plate }).finally(onChanged)}
        />
      )}
    </section>
  );
}

function Head({ card }: { card: DeskCard }) {
  const t = useText();
  const colleague = colleagueOf(card);
  return (
    <header>
      <Plate text={card.plate} color={card.plateColor} badge={badgeOf(card.standing)} size="large" />
      <span className="desk-place">
        <b>
          {card.lotName} · {card.laneName}
        </b>
        <span className="by-small by-faint">
          {card.direction && t(LaneDirection[card.direction])} <TimeText at={card.since} style="clock" />
        </span>
      </span>
      {colleague && (
        <span className="desk-held" role="status">
          {t({ zh: '{name}正在处理', en: '{name} is dealing with it' }, { name: colleague })}
        </span>
      )}
    </header>
  );
}

/** What the camera read, how sure it was, and why the car waits. */
function Reading({ card }: { card: DeskCard }) {
  const t = useText();
  const language = useLanguage();
  const reason = language === 'zh' ? card.reasonZh : card.reasonEn;
  return (
    <>
      {card.confidence !== null && (
        <p className={card.confidence < 70 ? 'by-tone-warn desk-read is-weak' : 'desk-read'}>
          {t({ zh: '识别', en: 'Read' })} <b>{card.readPlate ?? t({ zh: '无牌', en: 'no plate' })}</b>
          <span className="by-figure">
            {t({ zh: '置信度 {n}', en: 'confidence {n}' }, { n: numberText(card.confidence) })}
          </span>
        </p>
      )}
      {reason && <p className="desk-reason">{reason}</p>}
    </>
  );
}

function Alarms({ card }: { card: DeskCard }) {
  const t = useText();
  return (
    <ul className="desk-alarms" aria-label={t({ zh: '报警', en: 'Alarms' })}>
      {card.alarms.map((alarm) => (
        <li key={alarm.id}>
          <StateDot tone={AlarmSeverity[alarm.severity].tone} label={AlarmKind[alarm.kind]} />
          <span>{alarm.description}</span>
          <TimeText at={alarm.raisedAt} style="clock" />
        </li>
      ))}
    </ul>
  );
}
