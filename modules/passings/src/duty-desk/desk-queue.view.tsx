import { AlarmKind } from '@boyun/alarms/contract';
import { durationText, Empty, listLink, moneyText, Plate, readSession, useNow, useText } from '@boyun/kernel/web';
import { badgeOf } from '@boyun/lists/contract';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { CallState } from '../lane-call/lane-call.contract.ts';
import { type DeskCard, isUrgent } from './desk-data.view.ts';

/** The colleague who deals with a card; null if it is the caller or nobody. */
export function colleagueOf(card: DeskCard): string | null {
  const me = readSession('userId');
  const held = [card, card.call, ...card.alarms].find((one) => one?.claimedById && one.claimedById !== me);
  return held?.claimedByName ?? null;
}

/** The queue: people at lanes first, then alarms, each oldest first. */
export function DeskQueue({
  cards,
  moreAlarms,
  chosenId,
  onChoose,
}: {
  cards: readonly DeskCard[];
  moreAlarms: number;
  chosenId: string | null;
  onChoose: (card: DeskCard) => void;
}) {
  const t = useText();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (chosenId) list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  const urgent = cards.filter(isUrgent).length;
  return (
    <section className="desk-queue" aria-label={t({ zh: '待处理', en: 'Queue' })}>
      <h2>
        <span>{t({ zh: '待处理', en: 'Queue' })}</span>
        <small className="by-figure">
          {t(
            { zh: '{urgent} 人等待 · {alarms} 条报警', en: '{urgent} waiting · {alarms} alarms' },
            { urgent, alarms: cards.reduce((sum, one) => sum + one.alarms.length, moreAlarms) },
          )}
        </small>
      </h2>
      {cards.length === 0 ? (
        <Empty
          title={{ zh: '没有待处理的车辆', en: 'Nothing waits' }}
          hint={{
            zh: '有车等待、车主呼叫或过车报警时，会立即显示在这里',
            en: 'Waiting cars, calls of drivers and alarms appear here at once',
          }}
        />
      ) : (
        <ol ref={list}>
          {cards.map((card) => (
            <li key={card.id}>
              <Item card={card} isChosen={card.id === chosenId} onChoose={() => onChoose(card)} />
            </li>
          ))}
        </ol>
      )}
      {moreAlarms > 0 && (
        <Link to={listLink('/_cloud_operation/Alarm_Dispose', { state: 'new' })}>
          {t({ zh: '另有 {n} 条报警', en: '{n} more alarms' }, { n: moreAlarms })}
        </Link>
      )}
    </section>
  );
}

function Item({ card, isChosen, onChoose }: { card: DeskCard; isChosen: boolean; onChoose: () => void }) {
  const t = useText();
  const moment = useNow(1000);
  const colleague = colleagueOf(card);
  return (
    <button
      type="button"
      className={`desk-item${isUrgent(card) ? ' is-urgent' : ''}${isChosen ? ' is-chosen' : ''}`}
      aria-current={isChosen}
      onClick={onChoose}
    >
      <span className="desk-item-head">
        {card.plate || card.isWaiting ? (
          <Plate text={card.plate} color={card.plateColor} badge={badgeOf(card.standing)} isPlain />
        ) : (
          <b>{t({ zh: '车主呼叫', en: 'Driver calls' })}</b>
        )}
        {card.dueFen > 0 && <b className="by-figure desk-due">¥{moneyText(card.dueFen)}</b>}
        <span className={isUrgent(card) ? 'by-figure desk-waits' : 'by-figure by-faint'}>
          {durationText((moment.getTime() - card.since.getTime()) / 1000)}
        </span>
      </span>
      <span className="desk-item-place">
        {card.lotName} · {card.laneName}
      </span>
      <span className="desk-item-tags">
        {card.isWaiting && <em className="is-waiting">{t({ zh: '等待', en: 'Waiting' })}</em>}
        {card.call && <em className="is-call">{t(CallState[card.call.state])}</em>}
        {[...Map.groupBy(card.alarms, (one) => one.kind)].map(([kind, same]) => (
          <em key={kind}>
            {t(AlarmKind[kind])}
            {same.length > 1 && ` ×${same.length}`}
          </em>
        ))}
        {colleague && (
          <em className="is-held">{t({ zh: '{name}处理中', en: '{name} is on it' }, { name: colleague })}</em>
        )}
      </span>
    </button>
  );
}
