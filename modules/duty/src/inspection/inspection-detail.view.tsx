import type { ReportRow } from '@boyun/kernel/contract';
import {
  call,
  can,
  ErrorState,
  FieldList,
  notify,
  readSession,
  Skeleton,
  StateDot,
  useLanguage,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { FindingForm, type Found } from './finding.form.tsx';
import { getInspection, inspectionList, submitInspection } from './inspection.contract.ts';
import './inspection.css';

type Row = ReportRow<typeof inspectionList>;

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
    <FindingForm
      key={row.id}
      items={asked.data.items}
      access={submitInspection.access}
      text={submitInspection.title}
      onSubmit={async (found) => {
        await call(submitInspection, { inspectionId: row.id, ...found });
        notify('good', { zh: '巡检已提交', en: 'Handed in' });
        await onDone();
      }}
    />
  ) : (
    <Result row={row} items={asked.data.items} findings={asked.data.findings as readonly Found[]} />
  );
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
      <FindingList items={items} findings={findings} />
      {row.state === 'open' && (
        <p className="by-hint">
          {t({ zh: '等待巡检员提交结果', en: 'Waiting for the inspector to submit the result' })}
        </p>
      )}
    </div>
  );
}

/** What was found for each item, or the items where nothing was found yet. */
export function FindingList({ items, findings }: { items: readonly string[]; findings: readonly Found[] }) {
  return (
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
  );
}
