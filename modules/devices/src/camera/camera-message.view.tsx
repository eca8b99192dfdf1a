import { FieldValue, TimeText, useListing, useText } from '@boyun/kernel/web';
import { cameraMessageList, MessageKind } from './camera-message.contract.ts';

const SHOWN = 20;

/** The latest messages of a camera other than passings; renders nothing where there are none. */
export function CameraMessages({ cameraId }: { cameraId: string }) {
  const t = useText();
  const { data } = useListing(cameraMessageList, { page: 1, perPage: SHOWN, cameraId });
  if (!data || data.rows.length === 0) return null;
  return (
    <>
      <h3>{t(cameraMessageList.title)}</h3>
      <ul className="camera-messages">
        {data.rows.map((row) => (
          <li key={row.id}>
            <span className="by-small by-faint">
              <TimeText at={row.receivedAt} /> {t(MessageKind[row.kind])} {row.channel}
            </span>
            {row.picture ? (
              <FieldValue field={cameraMessageList.columns.picture} fieldKey="picture" row={row} />
            ) : (
              <code>{row.data}</code>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
