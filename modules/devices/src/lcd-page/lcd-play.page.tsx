import type { ReportRow } from '@boyun/kernel/contract';
import { type CellSlots, DurationText, durationText, ListPage, useAddressWord, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { lcdPlayList, lcdPlaySum } from '../lcd/lcd-play.contract.ts';

const durationOf = (seconds: unknown) => durationText(seconds as number);
const SUM: CellSlots<ReportRow<typeof lcdPlaySum>> = {
  programmeId: { width: 220, isGrowing: true },
  kind: { width: 100 },
  lcdCount: { width: 100 },
  playCount: { width: 110 },
  seconds: {
    width: 130,
    label: { zh: '播放时长', en: 'Time shown' },
    cell: (row) => <DurationText seconds={row.seconds} />,
    total: durationOf,
  },
  firstAt: { width: 160 },
  lastAt: { width: 160 },
};
const HOURS: CellSlots<ReportRow<typeof lcdPlayList>> = {
  hour: { width: 150 },
  lcdId: { width: 150 },
  lotId: { width: 160 },
  programmeId: { width: 200, isGrowing: true },
  kind: { width: 90 },
  playCount: { width: 100 },
  seconds: {
    width: 120,
    label: { zh: '播放时长', en: 'Time shown' },
    cell: (row) => <DurationText seconds={row.seconds} />,
    total: durationOf,
  },
  firstAt: { width: 150 },
  lastAt: { width: 150 },
};
const NOTHING = {
  title: { zh: '还没有播放记录', en: 'Nothing was shown yet' },
  hint: {
    zh: '屏播完一个节目即计一次，联网后上报',
    en: 'A programme counts when it was shown to its end; displays report it when they have a line',
  },
};

/** Proof of play: what was shown where, when and how often. */
export default function LcdPlayPage() {
  const t = useText();
  const [word, setWord] = useAddressWord('tab');
  const isHours = word === 'hours';
  const tabs = (
    <Segmented
      value={isHours ? 'hours' : 'sum'}
      options={[
        { value: 'sum', label: t({ zh: '按节目', en: 'By programme' }) },
        { value: 'hours', label: t({ zh: '逐小时', en: 'Hour by hour' }) },
      ]}
      onChange={(next) => setWord(next === 'sum' ? null : next)}
    />
  );
  return isHours ? (
    <ListPage key="hours" source={lcdPlayList} cells={HOURS} empty={NOTHING} toolbar={() => tabs} />
  ) : (
    <ListPage key="sum" source={lcdPlaySum} cells={SUM} empty={NOTHING} toolbar={() => tabs} />
  );
}
