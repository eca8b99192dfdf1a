import './inspector.css';
import { can, Modal, StateDot, TimeText, useListing, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { deviceMessageList, MessageOutcome } from './device-message.contract.ts';
import { MessageView } from './message-view.view.tsx';

const SHOWN = 10;
const REFRESH_MS = 10_000;

/** The last messages of a camera in its drawer; renders nothing where there are none. */
export default function CameraTraffic({ camera }: { camera: { readonly id: string } }) {
  return can(deviceMessageList.access) ? <Messages cameraId={camera.id} /> : null;
}

function Messages({ cameraId }: { cameraId: string }) {
  const t = useText();
  const [shown, setShown] = useState<string | null>(null);
  const { data } = useListing(deviceMessageList, { page: 1, perPage: SHOWN, cameraId }, { everyMs: REFRESH_MS });
  if (!data || data.rows.length === 0) return null;
  return (
    <>
      <h3>{t(deviceMessageList.title)}</h3>
      <ul className="camera-traffic">
        {data.rows.map((row) => (
          <li key={row.id}>
            <button type="button" onClick={() => setShown(row.id)}>
              <TimeText at={row.receivedAt} style="clock" />
              <span className="by-grow">{row.path}</span>
              <StateDot {...MessageOutcome[row.outcome]} label={MessageOutcome[row.outcome]} />
            </button>
          </li>
        ))}
      </ul>
      <Modal
        open={shown !== null}
        width={720}
        title={t(deviceMessageList.title)}
        footer={null}
        onCancel={() => setShown(null)}
      >
        {shown && <MessageView messageId={shown} />}
      </Modal>
    </>
  );
}
