import { StateDot, TimeText, useNow, useText } from '@boyun/kernel/web';

const VALIDITY = {
  early: { zh: '未生效', en: 'Not yet', tone: 'info' },
  now: { zh: '生效中', en: 'In force', tone: 'good' },
  over: { zh: '已失效', en: 'Over', tone: 'neutral' },
} as const;

/** Whether an entry is in force now. */
export function Validity({ row }: { row: { readonly validFrom: Date; readonly validUntil: Date | null } }) {
  const moment = useNow(30_000);
  const { tone, ...label } =
    VALIDITY[row.validFrom > moment ? 'early' : row.validUntil && row.validUntil <= moment ? 'over' : 'now'];
  return <StateDot tone={tone} label={label} />;
}

/** The end of an entry, or "No end". */
export function Until({ at }: { at: Date | null }) {
  const t = useText();
  return at ? <TimeText at={at} /> : <span className="by-faint">{t({ zh: '长期', en: 'No end' })}</span>;
}

/** Hours of the day as text; "All day" if not given. */
export function Hours({ row }: { row: { readonly dailyFrom: string | null; readonly dailyTo: string | null } }) {
  const t = useText();
  if (!row.dailyFrom || !row.dailyTo) return <span className="by-faint">{t({ zh: '全天', en: 'All day' })}</span>;
  const isNextDay = row.dailyTo <= row.dailyFrom;
  return (
    <span className="by-figure">
      {row.dailyFrom}–{isNextDay ? t({ zh: '次日', en: 'next day ' }) : ''}
      {row.dailyTo}
    </span>
  );
}
