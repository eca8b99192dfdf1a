import './camera-order.css';
import type { Label } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  FieldValue,
  notify,
  OperationDialog,
  refreshLists,
  TimeText,
  useListing,
  useText,
} from '@boyun/kernel/web';
import { useState } from 'react';
import { CameraOrder } from '../camera/camera-order.contract.ts';
import type { CameraOfSlot } from '../camera/camera-slot.view.ts';
import { isReportOnly, ordersOf } from '../camera/protocol.contract.ts';
import { announceAtCamera, orderCamera, rebootCamera } from './camera-order.contract.ts';
import { CommandKind, commandList } from './command.contract.ts';

const SHOWN = 6;
const { by, words } = announceAtCamera.input;
const AT_ONCE = ['snapshot', 'recognise', 'time', 'settings'] as const;
const SENT: Label = { zh: '指令已下发', en: 'Command sent' };

/** What can be done with a camera from here, what its maker does not offer, and what became of the last commands. */
export default function CameraOrders({ camera }: { camera: CameraOfSlot }) {
  const t = useText();
  const can = ordersOf(camera.protocol);
  const cannot = (Object.keys(CameraOrder) as CameraOrder[]).filter((one) => !can.includes(one));
  return (
    <section className="camera-orders">
      <h3>{t(orderCamera.title)}</h3>
      {can.length > 0 && <OrderButtons camera={camera} can={can} />}
      {cannot.length > 0 && (
        <p className="by-hint">
          {isReportOnly(camera.protocol)
            ? t({
                zh: '该协议的相机只上报，不接收指令。',
                en: 'Cameras of this protocol only report and take no commands.',
              })
            : t(
                { zh: '该协议不支持：{names}。', en: 'This protocol does not offer: {names}.' },
                { names: cannot.map((one) => t(CameraOrder[one])).join(t({ zh: '、', en: ', ' })) },
              )}
        </p>
      )}
      <LastOrders cameraId={camera.id} />
    </section>
  );
}

/** The buttons of what its maker offers. */
function OrderButtons({ camera, can }: { camera: CameraOfSlot; can: readonly CameraOrder[] }) {
  const t = useText();
  const [asked, setAsked] = useState<'words' | 'reboot' | null>(null);
  const shared = {
    given: { cameraId: camera.id },
    onClose: () => setAsked(null),
    done: () => SENT,
    refreshes: [commandList.name],
  };
  return (
    <p className="camera-order-acts">
      {AT_ONCE.filter((one) => can.includes(one)).map((order) => (
        <ActButton
          key={order}
          size="small"
          access={orderCamera.access}
          onAct={async () => {
            await call(orderCamera, { cameraId: camera.id, order });
            notify('good', SENT);
            await refreshLists(commandList.name);
          }}
        >
          {t(CameraOrder[order])}
        </ActButton>
      ))}
      {(can.includes('text') || can.includes('voice')) && (
        <ActButton size="small" access={announceAtCamera.access} onAct={() => setAsked('words')}>
          {t(announceAtCamera.title)}
        </ActButton>
      )}
      {can.includes('reboot') && (
        <ActButton size="small" danger access={rebootCamera.access} onAct={() => setAsked('reboot')}>
          {t(CameraOrder.reboot)}
        </ActButton>
      )}
      <OperationDialog
        {...shared}
        of={announceAtCamera}
        isOpen={asked === 'words'}
        fields={{ by: { ...by, choices: chosen(can) }, words }}
        initial={{ by: can.includes('text') ? 'text' : 'voice' }}
        title={`${t(announceAtCamera.title)} · ${camera.name}`}
      />
      <OperationDialog
        {...shared}
        of={rebootCamera}
        isOpen={asked === 'reboot'}
        fields={{ reason: rebootCamera.input.reason }}
        title={`${t(rebootCamera.title)} · ${camera.name}`}
        isDangerous
      />
    </p>
  );
}

/** The last commands of a camera and what became of them. */
function LastOrders({ cameraId }: { cameraId: string }) {
  const t = useText();
  const { data } = useListing(commandList, { page: 1, perPage: SHOWN, cameraId });
  if (!data || data.rows.length === 0) return null;
  return (
    <ul className="camera-order-list">
      {data.rows.map((row) => (
        <li key={row.id}>
          <span className="by-small by-faint">
            <TimeText at={row.createdAt} />
          </span>
          <span>{t(CommandKind[row.kind])}</span>
          <FieldValue field={commandList.columns.state} fieldKey="state" row={row} />
          {(row.content || row.result) && <span className="by-small">{row.result ?? row.content}</span>}
        </li>
      ))}
    </ul>
  );
}

/** The ways that its maker offers. */
const chosen = (can: readonly CameraOrder[]) =>
  Object.fromEntries(
    Object.entries(by.choices!).filter(([key]) => can.includes(key as CameraOrder)),
  ) as typeof by.choices;
