import type { Access, Label, Values } from '@boyun/kernel/contract';
import { ActButton, FileListInput, useText } from '@boyun/kernel/web';
import { Input, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { MOST_PICTURES, Rating, submitInspection } from './inspection.contract.ts';
import './inspection.css';

type Rate = keyof typeof Rating;

/** The finding for one item. */
export interface Found {
  readonly item: string;
  readonly isFine: boolean;
  readonly note: string | null;
  readonly pictures: readonly string[];
}

const UNRATED = { zh: '请选择评分', en: 'Choose a rating' };

type Findings = Readonly<Record<string, Partial<Found>>>;

/** Why the result cannot be submitted yet; null where it can. */
function missingIn(items: readonly string[], found: Findings, rating: Rate | null): Label | null {
  const open = items.find((item) => found[item]?.isFine === undefined);
  if (open) return { zh: `还未检查：${open}`, en: `Not checked yet: ${open}` };
  const wordless = items.find((item) => found[item]?.isFine === false && !found[item]?.note?.trim());
  if (wordless) return { zh: `请说明“${wordless}”的问题`, en: `Describe the problem with ${wordless}` };
  return rating === null ? UNRATED : null;
}

/** One item of the inspection: fine or not, the problem, and pictures. */
function Finding({
  item,
  index,
  found,
  onChange,
}: {
  item: string;
  index: number;
  found: Partial<Found>;
  onChange: (part: Partial<Found>) => void;
}) {
  const t = useText();
  return (
    <>
      <span className="inspect-head">
        <b>{item}</b>
        <Segmented<string>
          value={found.isFine === undefined ? '' : found.isFine ? 'fine' : 'bad'}
          options={[
            { value: 'fine', label: t({ zh: '正常', en: 'Fine' }) },
            { value: 'bad', label: t({ zh: '有问题', en: 'Problem' }) },
          ]}
          onChange={(next) => onChange({ isFine: next === 'fine' })}
        />
      </span>
      {found.isFine === false && (
        <Input
          aria-label={t({ zh: '{item} 的问题', en: 'Problem with {item}' }, { item })}
          placeholder={t({ zh: '问题说明（必填）', en: 'Describe the problem (required)' })}
          maxLength={255}
          value={found.note ?? ''}
          onChange={(event) => onChange({ note: event.target.value })}
        />
      )}
      {found.isFine !== undefined && (
        <FileListInput
          id={`inspect-picture-${index}`}
          accept="image/*"
          label={{ zh: '现场图片', en: 'Picture' }}
          max={MOST_PICTURES}
          values={found.pictures ?? []}
          onChange={(pictures) => onChange({ pictures })}
        />
      )}
    </>
  );
}

/** The form of an inspection: every item fine or with a problem, notes, pictures and a rating. */
export function FindingForm({
  items,
  access,
  text,
  extra,
  onSubmit,
}: {
  items: readonly string[];
  access: Access;
  text: Label;
  /** Further buttons beside the one that hands in. */
  extra?: ReactNode;
  onSubmit: (found: Omit<Values<typeof submitInspection.input>, 'inspectionId'>) => Promise<unknown>;
}) {
  const t = useText();
  const [found, setFound] = useState<Findings>({});
  const [rating, setRating] = useState<Rate | null>(null);
  const [note, setNote] = useState('');
  const change = (item: string, part: Partial<Found>) => setFound({ ...found, [item]: { ...found[item], ...part } });
  return (
    <div className="inspect">
      <ul className="inspect-items">
        {items.map((item, index) => (
          <li key={item}>
            <Finding item={item} index={index} found={found[item] ?? {}} onChange={(part) => change(item, part)} />
          </li>
        ))}
      </ul>
      <div>
        <p className="inspect-label">{t(submitInspection.input.rating.label)}</p>
        <Segmented<string>
          block
          value={rating === null ? '' : String(rating)}
          options={[5, 4, 3, 2, 1].map((one) => ({ value: String(one), label: t(Rating[one as Rate]) }))}
          onChange={(next) => setRating(Number(next) as Rate)}
        />
      </div>
      <Input.TextArea
        rows={2}
        maxLength={512}
        aria-label={t({ zh: '说明', en: 'Note' })}
        placeholder={t({ zh: '总体说明（可不填）', en: 'General notes (optional)' })}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="inspect-acts">
        <ActButton
          type="primary"
          access={access}
          disabledReason={missingIn(items, found, rating)}
          onAct={() => onSubmit({ rating: rating!, note: note.trim() || null, findings: completed(items, found) })}
        >
          {t(text)}
        </ActButton>
        {extra}
      </div>
    </div>
  );
}

const completed = (items: readonly string[], found: Findings) =>
  items.map((item) => ({
    item,
    isFine: found[item]!.isFine!,
    note: found[item]!.note?.trim() || null,
    pictures: [...(found[item]!.pictures ?? [])],
  }));
