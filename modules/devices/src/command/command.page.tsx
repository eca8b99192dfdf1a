import type { ReportRow } from '@boyun/kernel/contract';
import { FieldList, ListPage, TimeText, useText } from '@boyun/kernel/web';
import { BarrierCommand, commandList } from './command.contract.ts';

type Row = ReportRow<typeof commandList>;

const REFRESH_MS = 3000;

/** Commands to barriers and cameras with their outcomes; uncertain ones are highlighted because a person must check them. */
export default function CommandPage() {
  const t = useText();
  return (
    <ListPage
      source={commandList}
      columns={[
        'createdAt',
        'lotId',
        'laneId',
        'kind',
        'state',
        'course',
        'reason',
        'result',
        'actorName',
        'cameraId',
        'content',
      ]}
      filters={['lotId', 'laneId', 'kind', 'state', 'cameraId', 'from', 'to']}
      cells={{
        createdAt: { width: 156 },
        lotId: { width: 196 },
        kind: { width: 104 },
        state: { width: 120 },
        course: {
          label: { zh: '下发 → 接收 → 开闸/完成 → 通过', en: 'Sent → accepted → done → passed' },
          width: 250,
          cell: (row) => <Course row={row} />,
        },
        reason: { isGrowing: true },
        result: { width: 180 },
        content: { isHiddenAtFirst: true },
        actorName: { width: 216 },
        cameraId: { isHiddenAtFirst: true, width: 216 },
      }}
      everyMs={REFRESH_MS}
      rowClass={(row) => (row.state === 'uncertain' || row.state === 'failed' ? 'is-bad' : undefined)}
      detailTitle={(row) =>
        [t(commandList.columns.kind.choices![row.kind]!), (row as { laneName?: string }).laneName]
          .filter(Boolean)
          .join(' · ')
      }
      detail={(row) => <FieldList fields={commandList.columns} row={row} />}
      empty={{
        title: { zh: '还没有指令', en: 'No commands yet' },
        hint: {
          zh: '车辆放行或远程开闸后，指令及其结果会显示在这里',
          en: 'A command appears here when a car is let through or a barrier is opened by hand',
        },
      }}
    />
  );
}

/** The times of each step a command has reached. */
function Course({ row }: { row: Row }) {
  const t = useText();
  const steps = [
    { label: commandList.columns.sentAt.label, at: row.sentAt },
    { label: commandList.columns.acceptedAt.label, at: row.acceptedAt },
    ...(row.kind in BarrierCommand
      ? [
          { label: commandList.columns.openedAt.label, at: row.openedAt },
          { label: commandList.columns.passedAt.label, at: row.passedAt },
        ]
      : [{ label: commandList.columns.doneAt.label, at: row.doneAt }]),
  ];
  return (
    <span className="by-figure">
      {steps.map(({ label, at }, index) => (
        <span key={label.en} title={t(label)} className={at ? undefined : 'by-faint'}>
          {index > 0 && ' → '}
          {at ? <TimeText at={at} style="clock" /> : '—'}
        </span>
      ))}
    </span>
  );
}
