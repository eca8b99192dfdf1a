import './lane-card.css';
import { CommandState, DeviceState, openLane } from '@boyun/devices/contract';
import { LaneDirection } from '@boyun/facilities/contract';
import {
  Allowed,
  moneyText,
  Plate,
  StateDot,
  TimeText,
  useLanguage,
  useNow,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { badgeOf } from '@boyun/lists/contract';
import { collectCash } from '@boyun/payments/contract';
import { Button } from 'antd';
import { memo } from 'react';
import { Decision, settlePassing } from '../passing/passing.contract.ts';
import type { Act, Lane } from './lane-fact.view.tsx';
import { LaneModeMark } from './lane-mode.view.tsx';

interface Props {
  readonly lane: Lane;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onAct: (act: Act) => void;
  readonly onOrder: (orderId: string) => void;
}

/** One lane: its last car, the decision and its reason, the text on its screen, and the reported state of its barrier. */
export const LaneCard = memo(DrawnCard, (before, after) => {
  // The board is refetched up to several times a second; only lanes that changed are rendered again.
  return before.isChosen === after.isChosen && JSON.stringify(before.lane) === JSON.stringify(after.lane);
});

function DrawnCard({ lane, isChosen, onChoose, onAct, onOrder }: Props) {
  const t = useText();
  const look = [
    'lane',
    lane.isWaiting ? 'is-waiting' : '',
    lane.commandState === 'uncertain' ? 'is-uncertain' : '',
    isChosen ? 'is-chosen' : '',
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a card holds headings, pictures and buttons, which no option may
    <div
      className={look.filter(Boolean).join(' ')}
      data-lane={lane.laneId}
      role="group"
      aria-label={lane.laneName ?? ''}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys act on the card that has the focus
      tabIndex={0}
      onFocus={onChoose}
    >
      <CardHead lane={lane} />
      {lane.passingId ? (
        <LastCar lane={lane} onAct={onAct} onOrder={onOrder} />
      ) : (
        <p className="lane-quiet">{t({ zh: '还没有车经过', en: 'No car has passed yet' })}</p>
      )}
      <LaneScreen text={lane.screenText} />
      <footer>
        {lane.dueFen > 0 && (
          <span className="lane-due by-figure">
            <small>¥</small>
            {moneyText(lane.dueFen)}
          </span>
        )}
        <Barrier lane={lane} />
        <CardActs lane={lane} onAct={onAct} />
      </footer>
    </div>
  );
}

/** Direction and name of the lane, and the state of its camera. */
function CardHead({ lane }: { lane: Lane }) {
  const t = useText();
  return (
    <header>
      <span className={`lane-way is-${lane.direction}`}>{t(LaneDirection[lane.direction])}</span>
      <strong>{lane.laneName}</strong>
      <LaneModeMark lane={lane} />
      {lane.cameraState && lane.cameraState !== 'online' ? (
        <span className="by-small">
          <StateDot tone={DeviceState[lane.cameraState].tone} label={DeviceState[lane.cameraState]} />
        </span>
      ) : (
        lane.cameraState && <span className="by-dot lane-online" title={t(DeviceState.online)} />
      )}
    </header>
  );
}

/** The last car with its picture, the decision and its reason. */
function LastCar({ lane, onAct, onOrder }: Pick<Props, 'lane' | 'onAct' | 'onOrder'>) {
  const t = useText();
  const language = useLanguage();
  const { orderId } = lane;
  return (
    <div className="lane-body">
      <ZoomPicture address={lane.picture} label={{ zh: '过车图片', en: 'Picture' }} size="fill" />
      <div className="lane-facts">
        {orderId ? (
          <button type="button" className="lane-plate" onClick={() => onOrder(orderId)}>
            <Plate text={lane.plate} color={lane.plateColor} badge={badgeOf(lane.standing)} isPlain />
          </button>
        ) : (
          <Plate text={lane.plate} color={lane.plateColor} badge={badgeOf(lane.standing)} />
        )}
        {lane.isWaiting && (
          <Allowed to={settlePassing.access}>
            <button type="button" className="lane-match" onClick={() => onAct('match')}>
              {t({ zh: '更正车牌', en: 'Correct plate' })}
            </button>
          </Allowed>
        )}
        <span className="by-row by-small">
          {lane.decision && <StateDot tone={Decision[lane.decision].tone} label={Decision[lane.decision]} />}
          <Ago at={lane.happenedAt} />
        </span>
        <p title={(language === 'zh' ? lane.reasonZh : lane.reasonEn) ?? ''}>
          {language === 'zh' ? lane.reasonZh : lane.reasonEn}
        </p>
      </div>
    </div>
  );
}

/** The text on the screen of the lane. */
function LaneScreen({ text }: { text: string | null }) {
  const t = useText();
  return (
    <div
      className="lane-screen"
      role="img"
      aria-label={t({ zh: '屏显：{text}', en: 'Screen: {text}' }, { text: text ?? '' })}
    >
      {text ? (
        text.split('\n').map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a screen stand where they stand
          <span key={index}>{line}</span>
        ))
      ) : (
        <span className="is-off">—</span>
      )}
    </div>
  );
}

/** Buttons for the car at the lane and its barrier. */
function CardActs({ lane, onAct }: Pick<Props, 'lane' | 'onAct'>) {
  const t = useText();
  const isOwing = lane.dueFen > 0 && lane.orderId !== null;
  return (
    <span className="lane-acts">
      {isOwing && (
        <Allowed to={collectCash.access}>
          <Button type="primary" size="small" onClick={() => onAct('collect')}>
            {t({ zh: '收费', en: 'Collect' })}
          </Button>
        </Allowed>
      )}
      {lane.isWaiting && (
        <Allowed to={settlePassing.access}>
          <Button type={isOwing ? 'default' : 'primary'} size="small" onClick={() => onAct('admit')}>
            {t({ zh: '放行', en: 'Let through' })}
          </Button>
          <Button size="small" onClick={() => onAct('turn-back')}>
            {t({ zh: '劝返', en: 'Turn back' })}
          </Button>
        </Allowed>
      )}
      <Allowed to={openLane.access}>
        <Button size="small" onClick={() => onAct('open')}>
          {t({ zh: '开闸', en: 'Open' })}
        </Button>
      </Allowed>
    </span>
  );
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;

/** Age of a passing, updated as it grows; from one hour on, the time of day. */
function Ago({ at }: { at: Date | null | undefined }) {
  const t = useText();
  const moment = useNow(1000);
  if (!at) return null;
  const seconds = Math.max(0, Math.floor((moment.getTime() - at.getTime()) / 1000));
  if (seconds >= HOUR_SECONDS) return <TimeText at={at} style="minute" />;
  return (
    <span className="by-figure by-faint">
      {seconds < MINUTE_SECONDS
        ? t({ zh: '{n}秒前', en: '{n} s ago' }, { n: seconds })
        : t({ zh: '{n}分钟前', en: '{n} min ago' }, { n: Math.floor(seconds / MINUTE_SECONDS) })}
    </span>
  );
}

const STEPS = ['sent', 'accepted', 'opened', 'passed'] as const;

/** State of the barrier's last command as the device reported it; `uncertain` if the device sent no report. */
function Barrier({ lane }: { lane: Lane }) {
  const t = useText();
  const state = lane.commandState;
  if (!state)
    return <span className="lane-barrier by-small by-faint">{t({ zh: '道闸未动作', en: 'Barrier at rest' })}</span>;
  const reached = STEPS.indexOf(state as (typeof STEPS)[number]);
  return (
    <span className={`lane-barrier by-small by-tone-${CommandState[state].tone}`}>
      <span className="lane-steps" aria-hidden="true">
        {STEPS.map((step, index) => (
          <i key={step} className={index <= reached ? 'is-done' : undefined} />
        ))}
      </span>
      <span className="lane-state">{t(CommandState[state])}</span>
    </span>
  );
}
