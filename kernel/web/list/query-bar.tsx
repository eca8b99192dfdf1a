import './query-bar.css';
import type { Field, Fields } from '@boyun/kernel/contract';
import { Button } from 'antd';
import { ArrowRight, CalendarDays, ChevronDown, ChevronUp } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, lazy, memo, type Ref, Suspense, useId, useState } from 'react';
import { fieldText } from '../cell.tsx';
import { FieldInput } from '../form/field-input.tsx';
import { ReferenceName } from '../form/reference-input.tsx';
import type { TimeRangeInputProps } from '../form/time-range-input.tsx';
import { timeText } from '../format.ts';
import { type Translate, useText } from '../language.ts';
import { useMedia, usePhone } from '../media.ts';
import { tenantZone } from '../session.ts';
import { presetOf, timePresets } from './time-preset.ts';

const loadTimeRange = () => import('../form/time-range-input.tsx');
const TimeRangeInput = lazy(loadTimeRange);

/** One item of a query bar: a field, or the two ends of a range. */
export interface QueryItem {
  readonly key: string;
  readonly endKey?: string;
  readonly field: Field;
}

/** Returns the items of the bar: `xFrom` and `xTo` (or `from` and `to`) of times and days become one range. */
export function queryItems(fields: Fields): QueryItem[] {
  const places: QueryItem[] = [];
  for (const [key, field] of Object.entries(fields)) {
    const isTime = field.kind === 'instant' || field.kind === 'day';
    const isEnd =
      /(^to|To)$/.test(key) && key.replace(/(^to|To)$/, (end) => (end === 'to' ? 'from' : 'From')) in fields;
    if (isTime && isEnd) continue;
    const endKey = key.replace(/(^from|From)$/, (start) => (start === 'from' ? 'to' : 'To'));
    places.push(isTime && endKey !== key && endKey in fields ? { key, endKey, field } : { key, field });
  }
  return places;
}

// Returns the items that fit on one line next to the buttons; a range of instants takes two places, and later items fill what it leaves.
function useFirstItems(places: readonly QueryItem[]): readonly QueryItem[] {
  const isPhone = usePhone();
  const isWide = useMedia('(min-width: 1500px)');
  const isWider = useMedia('(min-width: 1720px)');
  let room = isPhone ? 1 : isWider ? 5 : isWide ? 4 : 3;
  return places.filter(({ endKey, field }) => {
    const size = endKey && field.kind === 'instant' && !isPhone ? 2 : 1;
    if (size > room) return false;
    room -= size;
    return true;
  });
}

interface QueryBarProps {
  readonly fields: Fields;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly onSearch: (filters: Readonly<Record<string, unknown>>) => void;
  /** Longest range in days between the two ends. */
  readonly maxDays?: number;
  readonly ref?: Ref<HTMLFormElement>;
}

/**
 * The filters of a list: one row of inputs, the others in a panel below it, and those of the panel that are set as chips.
 * Searching writes them into the address.
 */
export const QueryBar = memo(function QueryBar({ fields, filters, onSearch, maxDays, ref }: QueryBarProps) {
  const t = useText();
  const id = useId();
  const [draft, setDraft] = useState(filters);
  const places = queryItems(fields);
  const firstPlaces = useFirstItems(places);
  const rarePlaces = places.filter((place) => !firstPlaces.includes(place));
  const [isWide, setWide] = useState(false);
  // The address may change from outside: a link, the back button. An effect would run each time a kept page is shown again, and discard
  // unfinished input.
  const [stood, setStood] = useState(filters);
  if (stood !== filters) {
    setStood(filters);
    setDraft(filters);
  }
  if (places.length === 0) return null;
  const change = (more: Readonly<Record<string, unknown>>) => setDraft((last) => ({ ...last, ...more }));
  const search = (event?: FormEvent) => {
    event?.preventDefault();
    setWide(false);
    onSearch(draft);
  };
  const reset = () => {
    setDraft({});
    onSearch({});
  };
  const item = (place: QueryItem) => (
    <Item key={place.key} id={`${id}-${place.key}`} place={place} draft={draft} maxDays={maxDays} onChange={change} />
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isWide && !event.defaultPrevented) setWide(false);
  };
  return (
    <form
      ref={ref}
      className="by-query"
      onSubmit={search}
      onKeyDown={onKeyDown}
      aria-label={t({ zh: '筛选', en: 'Filters' })}
    >
      {firstPlaces.map(item)}
      <div className="by-query-acts">
        <Button type="primary" htmlType="submit">
          {t({ zh: '查询', en: 'Search' })}
        </Button>
        <Button onClick={reset}>{t({ zh: '重置', en: 'Reset' })}</Button>
        {rarePlaces.length > 0 && (
          <Button type="link" aria-expanded={isWide} onClick={() => setWide(!isWide)}>
            {t(isWide ? { zh: '收起', en: 'Fewer' } : { zh: '更多筛选', en: 'More filters' })}
            {isWide ? <ChevronUp /> : <ChevronDown />}
          </Button>
        )}
      </div>
      {isWide && <div className="by-query-more">{rarePlaces.map(item)}</div>}
      <FilterChips places={rarePlaces} filters={filters} onSearch={onSearch} />
    </form>
  );
});

/** The input of one filter. */
function Item({
  id,
  place: { key, endKey, field },
  draft,
  maxDays,
  onChange,
}: {
  id: string;
  place: QueryItem;
  draft: Readonly<Record<string, unknown>>;
  maxDays: number | undefined;
  onChange: (more: Readonly<Record<string, unknown>>) => void;
}) {
  const t = useText();
  return (
    <div className={endKey && field.kind === 'instant' ? 'by-query-item is-range' : 'by-query-item'}>
      <label htmlFor={id} title={field.hint && t(field.hint)}>
        {endKey ? rangeLabel(field, t) : t(field.label)}
      </label>
      {endKey ? (
        <RangePlace
          kind={field.kind as 'instant' | 'day'}
          label={rangeLabel(field, t)}
          from={draft[key] as Date | null}
          to={draft[endKey] as Date | null}
          maxDays={maxDays}
          onChange={(from, to) => onChange({ [key]: from, [endKey]: to })}
        />
      ) : (
        <FieldInput
          id={id}
          field={field}
          fieldKey={key}
          value={draft[key]}
          row={draft}
          isFilter
          onChange={(value) => onChange({ [key]: value })}
        />
      )}
    </div>
  );
}

/** The filters of the panel that are set, each with a button that removes it. */
function FilterChips({
  places,
  filters,
  onSearch,
}: Pick<QueryBarProps, 'filters' | 'onSearch'> & { places: readonly QueryItem[] }) {
  const t = useText();
  const isSet = (key: string | undefined) => key !== undefined && (filters[key] ?? '') !== '';
  const set = places.filter(({ key, endKey }) => isSet(key) || isSet(endKey));
  if (set.length === 0) return null;
  return (
    <div className="by-query-chips">
      {set.map(({ key, endKey, field }) => {
        const label = endKey ? rangeLabel(field, t) : t(field.label);
        const { [key]: _, [endKey ?? key]: __, ...rest } = filters;
        return (
          <span key={key} className="by-query-chip">
            {label}
            {t({ zh: '：', en: ': ' })}
            {endKey ? (
              rangeText(field, filters[key], filters[endKey], t)
            ) : (
              <FilterText field={field} fieldKey={key} row={filters} />
            )}
            <button
              type="button"
              aria-label={t({ zh: `移除筛选 ${label}`, en: `Remove filter ${label}` })}
              onClick={() => onSearch(rest)}
            >
              ×
            </button>
          </span>
        );
      })}
    </div>
  );
}

/** The value of a filter in words. */
function FilterText({
  field,
  fieldKey,
  row,
}: {
  field: Field;
  fieldKey: string;
  row: Readonly<Record<string, unknown>>;
}) {
  const t = useText();
  if (field.kind === 'reference') return <ReferenceName to={field.to!} id={String(row[fieldKey])} />;
  return fieldText(field, fieldKey, row, t);
}

/** The ends of a range in words; the name of a period that moves with the day. */
function rangeText(field: Field, from: unknown, to: unknown, t: Translate): string {
  const preset = presetOf(from, to);
  if (preset) return t(timePresets[preset]);
  const end = (value: unknown) =>
    value ? (field.kind === 'instant' ? timeText(value as Date, 'minute', tenantZone()) : String(value)) : '…';
  return `${end(from)} – ${end(to)}`;
}

/** Shows a range as text until the user is about to change it, because the calendar is heavier than the rest of a list. */
function RangePlace(props: TimeRangeInputProps) {
  const t = useText();
  const [isAwake, setAwake] = useState(false);
  const zone = tenantZone();
  const { kind, from, to, label } = props;
  const show = (value: Date | string | null | undefined) =>
    value && (kind === 'instant' ? timeText(value as Date, 'second', zone) : String(value));
  const face = (
    <button
      type="button"
      className="by-range-face"
      aria-label={label}
      onPointerEnter={() => void loadTimeRange()}
      onFocus={() => void loadTimeRange()}
      onClick={() => setAwake(true)}
    >
      <span className={from ? undefined : 'is-empty'}>{show(from) || t({ zh: '开始', en: 'From' })}</span>
      <ArrowRight />
      <span className={to ? undefined : 'is-empty'}>{show(to) || t({ zh: '结束', en: 'To' })}</span>
      <CalendarDays />
    </button>
  );
  return isAwake ? (
    <Suspense fallback={face}>
      <TimeRangeInput {...props} isOpened />
    </Suspense>
  ) : (
    face
  );
}

function rangeLabel(field: Field, t: (label: Field['label']) => string): string {
  const { zh, en } = field.label;
  if (/^(开始)?时间$/.test(zh) || /^from$/i.test(en)) return t({ zh: '时间', en: 'Time' });
  return t({ zh: zh.replace(/起$/, ''), en: en.replace(/ from$/, '') });
}
