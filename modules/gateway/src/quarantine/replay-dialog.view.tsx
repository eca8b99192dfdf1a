import type { ReportRow } from '@boyun/kernel/contract';
import { OperationDialog, useText } from '@boyun/kernel/web';
import { quarantineList, replayQuarantine } from './quarantine.contract.ts';

const { cameraId } = replayQuarantine.input;

/** Asks for the camera a message is replayed for; the one it came from is preselected. */
export function ReplayDialog({
  row,
  onClose,
  onDone,
}: {
  row: ReportRow<typeof quarantineList> | null;
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useText();
  const isSpot = row?.path.endsWith('/spot') ?? false;
  return (
    <OperationDialog
      isOpen={row !== null}
      onClose={onClose}
      of={replayQuarantine}
      given={{ quarantineId: row?.id ?? '' }}
      fields={{ cameraId }}
      initial={{ cameraId: row?.cameraId ?? null }}
      parts={isSpot ? { cameraId: null } : {}}
      width={480}
      title={t({ zh: '重放报文', en: 'Replay the message' })}
      okText={replayQuarantine.title}
      done={{ zh: '已重放', en: 'Replayed' }}
      refreshes={[quarantineList.name]}
      onDone={onDone}
    >
      <p>
        {isSpot
          ? t({
              zh: '车位检测器的报文按原时间重新接收，由该序列号的盒子所在车场处理。',
              en: 'The report is booked at its own time, in the lot of the box with this serial number.',
            })
          : t({
              zh: '报文将按补传记录入账，不会开闸。未选择相机时，按序列号查找。',
              en: 'The message is booked as a late record and opens no barrier. Without a camera it is looked up by its serial number.',
            })}
      </p>
    </OperationDialog>
  );
}
