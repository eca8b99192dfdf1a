import './board.css';
import type { Label } from '@boyun/kernel/contract';
import {
  type GridSetting,
  GridSettingButton,
  isShown,
  isWide,
  orderedKeys,
  useGridSetting,
  useText,
} from '@boyun/kernel/web';
import type { ReactNode } from 'react';

const CARDS = {
  revenue: { zh: '实收曲线', en: 'Received' },
  flow: { zh: '车流曲线', en: 'Cars in and out' },
  todo: { zh: '待办', en: 'To do' },
  ranking: { zh: '车场排行', en: 'Lots ranked' },
  shares: { zh: '今日构成', en: 'Today by share' },
  latest: { zh: '最新过车', en: 'Latest cars' },
} as const satisfies Readonly<Record<string, Label>>;
type Card = keyof typeof CARDS;

const COLUMNS = Object.entries(CARDS).map(([key, label]) => ({ key, label }));
const BOARD = { zh: '自定义卡片', en: 'Arrange the cards' };

/** The user's own board: which cards it has, in which order, and which are wide; kept on the server. */
export const useBoard = () => useGridSetting('console-board');

/** Opens the choice of the cards of the board. */
export function BoardButton({ board }: { board: ReturnType<typeof useBoard> }) {
  const [setting, setSetting] = board;
  return <GridSettingButton columns={COLUMNS} setting={setting} onChange={setSetting} boardLabel={BOARD} />;
}

/** The cards of the console in the user's order; as designed where the user has chosen none. */
export function Board({ setting, cards }: { setting: GridSetting; cards: Readonly<Record<Card, ReactNode>> }) {
  const t = useText();
  const keys = orderedKeys(COLUMNS, setting).filter((key) => isShown({ key }, setting)) as Card[];
  if (isPlain(setting))
    return <div className="console-board">{(Object.keys(CARDS) as Card[]).map((key) => cards[key])}</div>;
  if (keys.length === 0)
    return (
      <p className="by-card-box console-no-card">
        {t({
          zh: '没有选择卡片，点右上角“自定义卡片”添加',
          en: 'No cards are chosen: add some with "Arrange the cards"',
        })}
      </p>
    );
  return (
    <div className="console-board is-own">
      {keys.map((key) => (
        <div key={key} className={isWide(key, setting) ? 'console-own is-wide' : 'console-own'}>
          {cards[key]}
        </div>
      ))}
    </div>
  );
}

const isPlain = ({ order, hidden, widths }: GridSetting) =>
  order.length === 0 && hidden.length === 0 && Object.keys(widths).length === 0;
