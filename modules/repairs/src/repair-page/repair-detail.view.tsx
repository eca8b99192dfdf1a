import type { ReportRow } from '@boyun/kernel/contract';
import { call, ErrorState, FieldList, Skeleton, TimeText, useLanguage, useText, ZoomPicture } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { getRepair, RepairAct, repairList } from '../repair/repair.contract.ts';
import './repair.css';

type Row = ReportRow<typeof repairList>;

/** An order with each step of it, who took it, and its pictures. */
export function RepairDetail({ row }: { row: Row }) {
  const t = useText();
  const language = useLanguage();
  const asked = useQuery({
    queryKey: ['repair', row.id, row.state, row.dispatchedAt, language],
    queryFn: ({ signal }) => call(getRepair, { repairId: row.id }, { signal, isQuiet: true }),
    placeholderData: (before) => before,
  });
  return (
    <div className="repair-detail">
      <p className="repair-fault">{row.fault}</p>
      <FieldList
        fields={repairList.columns}
        keys={[
          ...([
            'urgency',
            'deviceKind',
            'lotId',
            'laneId',
            'createdAt',
            'dueAt',
            'reporterName',
            'assigneeName',
          ] as const),
          ...(row.doneAt ? (['doneAt', 'repairMinutes', 'parts', 'costFen'] as const) : []),
        ]}
        row={row}
      />
      <h3>{t({ zh: '处理过程', en: 'What was done' })}</h3>
      {asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : !asked.data ? (
        <Skeleton lines={4} />
      ) : (
        <ol className="repair-steps">
          {asked.data.steps.map((step) => (
            <li key={`${step.act} ${step.at.getTime()}`}>
              <b>{t(RepairAct[step.act])}</b> <span className="by-faint">{step.actorName}</span>{' '}
              <TimeText at={step.at} style="minute" />
              {step.note && <p>{step.note}</p>}
              {step.pictures.length > 0 && (
                <div className="repair-pictures">
                  {step.pictures.map((one) => (
                    <ZoomPicture key={one} address={one} label={RepairAct[step.act]} size="fill" />
                  ))}
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
