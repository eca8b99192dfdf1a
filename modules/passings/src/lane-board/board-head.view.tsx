import { LiveMark, type LiveState, ReferenceInput, useText } from '@boyun/kernel/web';
import { Button, Segmented } from 'antd';
import { PhoneCall } from 'lucide-react';
import { useState } from 'react';
import { CallHistory } from '../lane-call/lane-call.view.tsx';
import { type Lane, needsEye, VIEWS, type View } from './lane-fact.view.tsx';

/** Filters of the board, its calls and its state. */
export function BoardHead({
  lanes,
  view,
  lotId,
  live,
  onView,
  onLot,
}: {
  lanes: readonly Lane[];
  view: View;
  lotId: string | null;
  live: LiveState;
  onView: (view: View | null) => void;
  onLot: (lotId: string | null) => void;
}) {
  const t = useText();
  const [isHistory, setHistory] = useState(false);
  return (
    <>
      <header className="lanes-head">
        <Segmented<View>
          value={view}
          options={(Object.keys(VIEWS) as View[]).map((key) => ({
            value: key,
            label: (
              <span className="lanes-view">
                {t(VIEWS[key].label)}
                <b className={needsEye(key) && count(lanes, key) > 0 ? 'is-some by-figure' : 'by-figure'}>
                  {count(lanes, key)}
                </b>
              </span>
            ),
          }))}
          onChange={(next) => onView(next === 'all' ? null : next)}
        />
        <div className="lanes-lot">
          <label className="by-sr" htmlFor="lanes-lot">
            {t({ zh: '车场', en: 'Parking lot' })}
          </label>
          <ReferenceInput
            id="lanes-lot"
            to="lot"
            value={lotId}
            placeholder={t({ zh: '全部车场', en: 'All lots' })}
            onChange={(next) => onLot(next)}
          />
        </div>
        <Button icon={<PhoneCall size={14} aria-hidden />} onClick={() => setHistory(true)}>
          {t({ zh: '呼叫记录', en: 'Calls' })}
        </Button>
        <span className="by-grow" />
        <LiveMark state={live} />
        <KeyHints />
      </header>
      <CallHistory isOpen={isHistory} lotId={lotId} onClose={() => setHistory(false)} />
    </>
  );
}

function count(lanes: readonly Lane[], view: View): number {
  return lanes.filter((lane) => VIEWS[view].holds(lane)).length;
}

const HINTS = [
  ['W', { zh: '下一等待', en: 'next waiting' }],
  ['A', { zh: '放行', en: 'let through' }],
  ['T', { zh: '劝返', en: 'turn back' }],
  ['P', { zh: '更正车牌', en: 'plate' }],
  ['C', { zh: '收费', en: 'collect' }],
  ['O', { zh: '开闸', en: 'open' }],
] as const;

function KeyHints() {
  const t = useText();
  return (
    <span className="lanes-keys" aria-hidden="true">
      {HINTS.map(([key, label]) => (
        <span key={key}>
          <kbd>{key}</kbd>
          {t(label)}
        </span>
      ))}
    </span>
  );
}
