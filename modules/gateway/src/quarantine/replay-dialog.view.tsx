import type { ReportRow } from '@boyun/kernel/contract';
import { call, Modal, notify, ReferenceInput, refreshLists, useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { quarantineList, replayQuarantine } from './quarantine.contract.ts';

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
  const [cameraId, setCameraId] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => setCameraId(row?.cameraId ?? null), [row]);
  const replay = async () => {
    if (!row) return;
    setBusy(true);
    try {
      await call(replayQuarantine, { quarantineId: row.id, cameraId });
      notify('good', { zh: '已重放', en: 'Replayed' });
      onClose();
      onDone();
      await refreshLists(quarantineList.name);
    } catch {
      // The transport has already shown the error; the dialog stays open.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open={row !== null}
      width={480}
      title={t({ zh: '重放报文', en: 'Replay the message' })}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t({ zh: '取消', en: 'Cancel' })}
        </Button>,
        <Button key="replay" type="primary" loading={isBusy} onClick={replay}>
          {t(replayQuarantine.title)}
        </Button>,
      ]}
    >
      {row?.path.endsWith('/spot') ? (
        <p>
          {t({
            zh: '车位检测器的报文按原时间重新接收，由该序列号的盒子所在车场处理。',
            en: 'The report is booked at its own time, in the lot of the box with this serial number.',
          })}
        </p>
      ) : (
        <>
          <p>
            {t({
              zh: '报文将按补传记录入账，不会开闸。未选择相机时，按序列号查找。',
              en: 'The message is booked as a late record and opens no barrier. Without a camera it is looked up by its serial number.',
            })}
          </p>
          <ReferenceInput
            to="camera"
            value={cameraId}
            onChange={(value) => setCameraId(typeof value === 'string' ? value : null)}
          />
        </>
      )}
    </Modal>
  );
}
