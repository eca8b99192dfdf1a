import { DownOutlined } from '@ant-design/icons';
import type { Field, Fields } from '@boyun/kernel/contract';
import { Button, Input } from 'antd';
import { type FormEvent, lazy, type Ref, Suspense, useEffect, useId, useState } from 'react';
import { FieldInput } from '../form/field-input.tsx';
import { useText } from '../language.ts';
import { useMedia, usePhone } from '../media.ts';

const TimeRangeInput = lazy(() => import('../form/time-range-input.tsx'));

/** One place of a query bar: a field, or the two ends of a range. */
export interface QueryPlace {
  readonly key: string;
  readonly endKey?: string;
  readonly field: Field;
}

/** Filters as they stand in the bar: `xFrom` and `xTo` (or `from` and `to`) of times and days become one range. */
export function queryPlaces(fields: Fields): QueryPlace[] {
  const places: QueryPlace[] = [];
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

// The places that fit one line beside the buttons; a range of moments takes two, and later ones fill what it leaves.
function useFirstPlaces(places: readonly QueryPlace[]): readonly QueryPlace[] {
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

/** The filters of a list: a row of inputs that opens to more; searching writes them into the address. */
export function QueryBar({
  fields,
  filters,
  onSearch,
  maxDays,
  ref,
}: {
  fields: Fields;
  filters: Readonly<Record<string, unknown>>;
  onSearch: (filters: Readonly<Record<string, unknown>>) => void;
  /** Largest range of days between two ends. */
  maxDays?: number;
  ref?: Ref<HTMLFormElement>;
}) {
  const t = useText();
  const id = useId();
  const [draft, setDraft] = useState(filters);
  const places = queryPlaces(fields);
  const firstPlaces = useFirstPlaces(places);
  const isRareUsed = places
    .filter((place) => !firstPlaces.includes(place))
    .some(({ key, endKey }) => filters[key] ?? (endKey && filters[endKey]));
  const [isWide, setWide] = useState(Boolean(isRareUsed));
  // The address may change from outside: a link, the back button.
  useEffect(() => setDraft(filters), [filters]);
  if (places.length === 0) return null;

  const change = (more: Readonly<Record<string, unknown>>) => setDraft((last) => ({ ...last, ...more }));
  const search = (event?: FormEvent) => {
    event?.preventDefault();
    onSearch(draft);
  };
  const shown = isWide ? places : firstPlaces;
  return (
    <form ref={ref} className="by-query" onSubmit={search} aria-label={t({ zh: '筛选', en: 'Filters' })}>
      {shown.map(({ key, endKey, field }) => (
        <div key={key} className={endKey && field.kind === 'instant' ? 'by-query-item is-range' : 'by-query-item'}>
          <label htmlFor={`${id}-${key}`}>{endKey ? rangeLabel(field, t) : t(field.label)}</label>
          {endKey ? (
            <Suspense fallback={<Input disabled />}>
              <TimeRangeInput
                kind={field.kind as 'instant' | 'day'}
                label={rangeLabel(field, t)}
                from={draft[key] as Date | null}
                to={draft[endKey] as Date | null}
                maxDays={maxDays}
                onChange={(from, to) => change({ [key]: from, [endKey]: to })}
              />
            </Suspense>
          ) : (
            <FieldInput
              id={`${id}-${key}`}
              field={field}
              fieldKey={key}
              value={draft[key]}
              row={draft}
              isFilter
              onChange={(value) => change({ [key]: value })}
            />
          )}
        </div>
      ))}
      <div className="by-query-acts">
        <Button type="primary" htmlType="submit">
          {t({ zh: '查询', en: 'Search' })}
        </Button>
        <Button
          onClick={() => {
            setDraft({});
            onSearch({});
          }}
        >
          {t({ zh: '重置', en: 'Reset' })}
        </Button>
        {places.length > firstPlaces.length && (
          <Button type="link" aria-expanded={isWide} onClick={() => setWide(!isWide)}>
            {t(isWide ? { zh: '收起', en: 'Less' } : { zh: '展开', en: 'More' })}
            <DownOutlined rotate={isWide ? 180 : 0} />
          </Button>
        )}
      </div>
    </form>
  );
}

function rangeLabel(field: Field, t: (label: Field['label']) => string): string {
  const { zh, en } = field.label;
  if (/^(开始)?时间$/.test(zh) || /^from$/i.test(en)) return t({ zh: '时间', en: 'Time' });
  return t({ zh: zh.replace(/起$/, ''), en: en.replace(/ from$/, '') });
}
