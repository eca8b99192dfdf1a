import { dayOfKey, keyOfDay, weekdayOf } from '@boyun/domain/period';
import type { Listed } from '@boyun/kernel/contract';
import { useLanguage, useText } from '@boyun/kernel/web';
import { type KeyboardEvent, useRef, useState } from 'react';
import { HolidayKind, type holiday } from './holiday.contract.ts';

/** A calendar day whose kind differs from its weekday. */
export type Holiday = Listed<typeof holiday>;

const weekdays = {
  zh: ['一', '二', '三', '四', '五', '六', '日'],
  en: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
};

/** Days of a month in weeks starting on Monday; null before the first. */
function weeksOf(year: number, month: number): (string | null)[][] {
  const first = dayOfKey(`${year}-${String(month).padStart(2, '0')}-01`);
  const next =
    month === 12 ? dayOfKey(`${year + 1}-01-01`) : dayOfKey(`${year}-${String(month + 1).padStart(2, '0')}-01`);
  const before = (weekdayOf(first) + 6) % 7;
  const cells: (string | null)[] = Array.from({ length: before }, () => null);
  for (let day = first; day < next; day++) cells.push(keyOfDay(day));
  const weeks: (string | null)[][] = [];
  for (let i = 0; i < 42; i += 7) weeks.push(Array.from({ length: 7 }, (_, j) => cells[i + j] ?? null));
  return weeks;
}

/** Twelve months; arrow keys move from day to day, Enter opens one. */
export function YearCalendar({
  year,
  days,
  today,
  onOpen,
}: {
  year: number;
  days: ReadonlyMap<string, Holiday>;
  today: string;
  onOpen: (day: string) => void;
}) {
  const t = useText();
  const language = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const isHere = (key: string | null) => key?.startsWith(`${year}-`) ?? false;
  const reachable = isHere(active) ? active : isHere(today) ? today : `${year}-01-01`;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = keyOfDay(dayOfKey(reachable!) + step);
    if (!isHere(next)) return;
    setActive(next);
    place.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  const monthName = (month: number) =>
    new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { month: 'long', timeZone: 'UTC' }).format(
      Date.UTC(year, month - 1, 1),
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div ref={place} className="holiday-months" role="group" aria-label={String(year)} onKeyDown={onKeyDown}>
      {Array.from({ length: 12 }, (_, i) => i + 1).map((month) => (
        <section key={month} className="by-card-box holiday-month">
          <h2>{monthName(month)}</h2>
          <table>
            <thead>
              <tr>
                {weekdays[language].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeksOf(year, month).map((week, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the weeks of a month never move
                <tr key={i}>
                  {week.map((key, j) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: nor do the days of a week
                    <td key={j}>
                      {key && (
                        <Day
                          dayKey={key}
                          row={days.get(key)}
                          isWeekend={j > 4}
                          isToday={key === today}
                          isReachable={key === reachable}
                          label={dayLabel(key, days.get(key), j > 4)}
                          onOpen={() => {
                            setActive(key);
                            onOpen(key);
                          }}
                        />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );

  function dayLabel(key: string, row: Holiday | undefined, isWeekend: boolean): string {
    if (row) return `${key} ${t(HolidayKind[row.kind])} ${language === 'zh' ? row.nameZh : row.nameEn}`;
    return `${key} ${t(isWeekend ? { zh: '周末', en: 'weekend' } : { zh: '工作日', en: 'working day' })}`;
  }
}

function Day({
  dayKey,
  row,
  isWeekend,
  isToday,
  isReachable,
  label,
  onOpen,
}: {
  dayKey: string;
  row: Holiday | undefined;
  isWeekend: boolean;
  isToday: boolean;
  isReachable: boolean;
  label: string;
  onOpen: () => void;
}) {
  const looks = [row ? `is-${row.kind}` : isWeekend ? 'is-weekend' : '', isToday ? 'is-today' : ''];
  return (
    <button
      type="button"
      data-day={dayKey}
      className={looks.filter(Boolean).join(' ') || undefined}
      tabIndex={isReachable ? 0 : -1}
      aria-label={label}
      title={label}
      onClick={onOpen}
    >
      {Number(dayKey.slice(8))}
    </button>
  );
}
