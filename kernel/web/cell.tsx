import { type Field, isReferring, type Label, nameKey, type Tone } from '@boyun/kernel/contract';
import type { ReactNode } from 'react';
import { countText, durationText, moneyText, numberText, type TimeStyle, timeText } from './format.ts';
import { type Translate, useText } from './language.ts';
import { Plate } from './plate.tsx';

/** A state: a dot and a word, with the same colour for the same meaning everywhere. */
export function StateDot({ tone = 'neutral', label }: { tone?: Tone; label: Label }) {
  const t = useText();
  return (
    <span className={`by-state by-tone-${tone}`}>
      <span className="by-dot" aria-hidden />
      {t(label)}
    </span>
  );
}

/** An amount in yuan with two decimals, tabular figures. */
export function Money({ fen, isStrong }: { fen: number | null | undefined; isStrong?: boolean }) {
  useText();
  return <span className={isStrong ? 'by-figure by-strong' : 'by-figure'}>{moneyText(fen)}</span>;
}

/** An instant in the tenant's time zone, or in `zone` if given. */
export function TimeText({ at, style, zone }: { at: Date | null | undefined; style?: TimeStyle; zone?: string }) {
  useText();
  if (!at) return <span className="by-faint">—</span>;
  return (
    <time className="by-figure" dateTime={at.toISOString()}>
      {timeText(at, style, zone)}
    </time>
  );
}

/** A duration in its two largest units. */
export function DurationText({ seconds }: { seconds: number | null | undefined }) {
  useText();
  return <span className="by-figure">{durationText(seconds)}</span>;
}

const YES = { zh: '是', en: 'Yes' };
const NO = { zh: '否', en: 'No' };
const ON = { zh: '启用', en: 'In use', tone: 'good' } as const;
const OFF = { zh: '停用', en: 'Off', tone: 'neutral' } as const;
const SEPARATOR = { zh: '、', en: ', ' };

/** Returns the label of a choice; null where its table does not contain the value. */
export function choiceLabel(field: Field, value: unknown): (Label & { tone?: Tone }) | null {
  if (value === null || value === undefined || value === '') return null;
  return field.choices?.[value as string] ?? { zh: String(value), en: String(value) };
}

/** Returns the label of a flag; one that says whether something is in use is shown as a state. */
export function flagLabel(field: Field, value: boolean): Label & { tone?: Tone } {
  if (field.isInUse) return value ? ON : OFF;
  return value ? YES : NO;
}

/** Whether a value of a field is missing: null, an empty text or an empty list. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Whether a field shows a plate: by its kind, or by its name where cars without one come through too. */
export const isPlate = (field: Field, key: string): boolean =>
  field.kind === 'plate' || (field.kind === 'text' && key === 'plate');

/** Returns a value as plain text, for cards, copies and print. */
export function fieldText(field: Field, key: string, row: Readonly<Record<string, unknown>>, t: Translate): string {
  const value = row[key];
  if (isEmpty(value)) return field.whenEmpty ? t(field.whenEmpty) : '—';
  switch (field.kind) {
    case 'money':
      return moneyText(value as number);
    case 'integer':
      return countText(value as number);
    case 'decimal':
      return numberText(value as number);
    case 'flag':
      return t(flagLabel(field, value === true));
    case 'choice':
      return t(choiceLabel(field, value)!);
    case 'reference':
      return String(row[nameKey(key)] ?? value);
    case 'instant':
      return timeText(value as Date);
    case 'list':
      if (isReferring(field) && row[nameKey(key)]) return String(row[nameKey(key)]);
      return (value as unknown[]).map((one) => fieldText(field.item!, 'one', { one }, t)).join(t(SEPARATOR));
    case 'group':
    case 'json':
      return JSON.stringify(value);
    case 'text': {
      const label = field.labels?.[value as string];
      return label ? t(label) : String(value);
    }
    default:
      return String(value);
  }
}

/** A value of a declared field, rendered by its kind. */
export function FieldValue({
  field,
  fieldKey,
  row,
  zone,
}: {
  field: Field;
  fieldKey: string;
  row: Readonly<Record<string, unknown>>;
  /** IANA zone of times; the tenant's by default. */
  zone?: string;
}): ReactNode {
  const t = useText();
  const value = row[fieldKey];
  if (isEmpty(value)) return <span className="by-faint">{fieldText(field, fieldKey, row, t)}</span>;
  switch (field.kind) {
    case 'money':
      return <Money fen={value as number} />;
    case 'integer':
    case 'decimal':
      return <span className="by-figure">{fieldText(field, fieldKey, row, t)}</span>;
    case 'flag':
    case 'choice': {
      const entry = field.kind === 'flag' ? flagLabel(field, value === true) : choiceLabel(field, value)!;
      return entry.tone ? <StateDot tone={entry.tone} label={entry} /> : t(entry);
    }
    case 'instant':
      return <TimeText at={value as Date} zone={zone} />;
    case 'plate':
      return <Plate text={value as string} color={row.plateColor as number | undefined} />;
    case 'text':
      if (!isPlate(field, fieldKey)) return fieldText(field, fieldKey, row, t);
      return <Plate text={value as string} color={row.plateColor as number | undefined} />;
    case 'file':
      return <Picture address={value as string} label={field.label} />;
    case 'list':
      if (field.item!.kind === 'file')
        return (
          <span className="by-row">
            {(value as string[]).map((one) => (
              <Picture key={one} address={one} label={field.item!.label} />
            ))}
          </span>
        );
      return fieldText(field, fieldKey, row, t);
    default:
      return fieldText(field, fieldKey, row, t);
  }
}

/** A stored picture as a thumbnail that opens in full size; other files as a link. */
export function Picture({ address, label }: { address: string | null | undefined; label: Label }) {
  const t = useText();
  if (!address) return <span className="by-faint">—</span>;
  return (
    <a href={address} target="_blank" rel="noreferrer" onClick={(event) => event.stopPropagation()}>
      {/\.(png|jpe?g|webp|svg|gif)(\?|$)/i.test(address) ? (
        <img className="by-thumb" src={address} alt={t(label)} loading="lazy" />
      ) : (
        t({ zh: '打开', en: 'Open' })
      )}
    </a>
  );
}
