import type { Label, ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  can,
  ErrorState,
  FieldList,
  FileListInput,
  notify,
  readSession,
  Skeleton,
  StateDot,
  useLanguage,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Input, Segmented } from 'antd';
import { useState } from 'react';
import { getInspection, inspectionList, MOST_PICTURES, Rating, submitInspection } from './inspection.contract.ts';
import './inspection.css';

type Row = ReportRow<typeof inspectionList>;
type Rate = keyof typeof Rating;

/** One inspection: the form for its inspector, otherwise the findings. */
export function InspectionDetail({ row, onDone }: { row: Row; onDone: () => unknown }) {
  const language = useLanguage();
  const asked = useQuery({
    queryKey: ['inspection', row.id, row.state, language],
    queryFn: ({ signal }) => call(getInspection, { inspectionId: row.id }, { signal, isQuiet: true }),
  });
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={6} />;
  const isMine = row.state === 'open' && row.inspectorId === readSession('userId') && can(submitInspection.access);
  return isMine ? (
    <FindingForm key={row.id} row={row} items={asked.data.items} onDone={onDone} />
  ) : (
    <Result row={row} items={asked.data.items} findings={asked.data.findings as readonly Found[]} />
  );
}

interface Found {
  readonly item: string;
  readonly isFine: boolean;
  readonly note: string | null;
  readonly pictures: readonly string[];
}

function Result({ row, items, findings }: { row: Row; items: readonly string[]; findings: readonly Found[] }) {
  const t = useText();
  return (
    <div className="inspect">
      <FieldList
        fields={inspectionList.columns}
        keys={['lotId', 'inspectorName', 'dueAt', 'doneAt', 'rating', 'note']}
        row={row}
      />
      <ul className="inspect-items">
        {findings.length === 0
          ? items.map((item) => <li key={item}>{item}</li>)
          : findings.map((one) => (
              <li key={one.item}>
                <span className="inspect-head">
                  <b>{one.item}</b>
                  {one.isFine ? (
                    <StateDot tone="good" label={{ zh: '正常', en: 'Fine' }} />
                  ) : (
                    <StateDot tone="bad" label={{ zh: '有问题', en: 'Problem' }} />
                  )}
                </span>
                {one.note && <p>{one.note}</p>}
                {one.pictures.length > 0 && (
                  <span className="inspect-pictures">
                    {one.pictures.map((address) => (
                      <ZoomPicture key={address} address={address} label={{ zh: '巡检图片', en: 'Picture' }} />
                    ))}
                  </span>
                )}
              </li>
            ))}
      </ul>
      {row.state === 'open' && (
        <p className="by-hint">
          {t({ zh: '等待巡检员提交结果', en: 'Waiting for the inspector to submit the result' })}
        </p>
      )}
    </div>
  );
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

function FindingForm({ row, items, onDone }: { row: Row; items: readonly string[]; onDone: () => unknown }) {
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
      <ActButton
        type="primary"
        access={submitInspection.access}
        disabledReason={missingIn(items, found, rating)}
        onAct={async () => {
          const findings = items.map((item) => ({
            item,
            isFine: found[item]!.isFine!,
            note: found[item]!.note?.trim() || null,
            pictures: [...(found[item]!.pictures ?? [])],
          }));
          await call(submitInspection, { inspectionId: row.id, rating: rating!, note: note.trim() || null, findings });
          notify('good', { zh: '巡检已提交', en: 'Handed in' });
          await onDone();
        }}
      >
        {t(submitInspection.title)}
      </ActButton>
    </div>
  );
}
