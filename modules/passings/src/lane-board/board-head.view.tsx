import { LiveMark, type LiveState, usePhone, useText } from '@boyun/kernel/web';
import { Button, Segmented } from 'antd';
import { Maximize, Minimize, PhoneCall } from 'lucide-react';
import { useState } from 'react';
import { CallHistory } from '../lane-call/lane-call.view.tsx';
import type { BoardLook } from './board-look.view.ts';
import { type Lane, needsEye, VIEWS, type View } from './lane-fact.view.tsx';
import { LotFilter } from './lot-filter.view.tsx';

/** Filters of the board, its calls and its state. */
export function BoardHead({
  lanes,
  view,
  lotId,
  live,
  look,
  onView,
  onLot,
}: {
  lanes: readonly Lane[];
  view: View;
  lotId: string | null;
  live: LiveState;
  look: BoardLook;
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
        <LotFilter id="lanes-lot" className="lanes-lot" lotId={lotId} onLot={onLot} />
        <Button icon={<PhoneCall size={14} aria-hidden />} onClick={() => setHistory(true)}>
          {t({ zh: '呼叫记录', en: 'Calls' })}
        </Button>
        <span className="by-grow" />
        <LiveMark state={live} />
        <LookSwitch look={look} />
        <KeyHints />
      </header>
      <CallHistory isOpen={isHistory} lotId={lotId} onClose={() => setHistory(false)} />
    </>
  );
}

/** Chooses the size of the cards, and lets the board cover the menu. */
function LookSwitch({ look }: { look: BoardLook }) {
  const t = useText();
  const isPhone = usePhone();
  return (
    <>
      {!isPhone && (
        <Segmented<'small' | 'large'>
          value={look.isCompact ? 'small' : 'large'}
          options={[
            { value: 'small', label: t({ zh: '紧凑', en: 'Compact' }) },
            { value: 'large', label: t({ zh: '图片', en: 'Pictures' }) },
          ]}
          onChange={(next) => look.onCompact(next === 'small')}
        />
      )}
      <Button
        aria-pressed={look.isWhole}
        icon={look.isWhole ? <Minimize size={14} aria-hidden /> : <Maximize size={14} aria-hidden />}
        onClick={() => look.onWhole(!look.isWhole)}
      >
        {t(look.isWhole ? { zh: '退出全屏看板', en: 'Show the menu' } : { zh: '全屏看板', en: 'Whole board' })}
      </Button>
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
