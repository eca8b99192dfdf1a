import './camera-link.css';
import { camera, deviceOffline, deviceOnline, rotateCameraSecret } from '@boyun/devices/contract';
import { NewSecret } from '@boyun/devices/web';
import { QuarantineReason, quarantineList } from '@boyun/gateway/contract';
import { type Listed, liveChannel, liveKinds, type Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  can,
  getRow,
  list,
  Modal,
  now,
  Picture,
  refreshLists,
  TimeText,
  useLive,
  useText,
} from '@boyun/kernel/web';
import { passingList, passingRecorded } from '@boyun/passings/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { faultsOf, type LinkState, linkStateOf, REMEDIES } from './link-state.view.ts';

type Camera = Listed<typeof camera>;
type Secret = Output<typeof rotateCameraSecret>;

const KINDS = liveKinds(deviceOnline, deviceOffline, passingRecorded);
/** Refused messages are not live, and a heartbeat of a camera that is online already is no event. */
const ASK_EVERY_MS = 4000;
const PICTURE = { zh: '最近过车', en: 'Latest car' };

const WORDS = {
  'no-secret': { zh: '尚未接入：先生成接入密钥', en: 'Not connected: make its secret first' },
  waiting: { zh: '等待第一次心跳…', en: 'Waiting for the first heartbeat…' },
  heard: { zh: '已收到心跳，等待第一张图片', en: 'Heard; waiting for the first picture' },
  seen: { zh: '已接入，图片正常', en: 'Connected, pictures arrive' },
} as const satisfies Record<LinkState, object>;

/** Connects a camera: makes its secret, shows what to enter in it, and turns green with its first heartbeat and picture. */
export function CameraLink({ cameraId, onClose }: { cameraId: string | null; onClose: () => void }) {
  const t = useText();
  return (
    <Modal
      open={cameraId !== null}
      width={640}
      title={t({ zh: '接入相机', en: 'Connect the camera' })}
      onCancel={onClose}
      footer={[
        <Button key="done" type="primary" onClick={onClose}>
          {t({ zh: '完成', en: 'Done' })}
        </Button>,
      ]}
    >
      {cameraId && <Linking key={cameraId} cameraId={cameraId} />}
    </Modal>
  );
}

function Linking({ cameraId }: { cameraId: string }) {
  const t = useText();
  const [openedAt] = useState(now);
  const [made, setMade] = useState<{ secret: Secret; at: Date } | null>(null);
  const asked = useQuery({
    queryKey: ['list', camera.name, 'link', cameraId, openedAt.getTime()],
    queryFn: ({ signal }) => readLink(cameraId, openedAt, signal),
    refetchInterval: ASK_EVERY_MS,
  });
  useLive(liveChannel, KINDS, () => void asked.refetch());
  if (!asked.data) return null;
  const { row, passing, refused } = asked.data;
  const picture = passing?.picture ?? null;
  const state = linkStateOf({
    isOnline: row.state === 'online',
    lastSeenAt: row.lastSeenAt,
    secretAt: made?.at ?? null,
    hasPicture: picture !== null,
  });
  const make = async () => {
    const secret = await call(rotateCameraSecret, { cameraId });
    setMade({ secret, at: now() });
    await refreshLists(camera.name);
  };
  return (
    <div className="camera-link">
      <p className={`camera-link-state is-${state}`} role="status">
        <span className="by-dot" aria-hidden />
        <b>{row.name}</b>
        {t(WORDS[state])}
        {row.lastSeenAt && (
          <span className="by-faint by-small">
            {t({ zh: '最后心跳', en: 'Last heartbeat' })} <TimeText at={row.lastSeenAt} style="clock" />
          </span>
        )}
      </p>
      {state === 'seen' && picture && <Picture address={picture} label={PICTURE} />}
      {made ? (
        <>
          <p className="by-hint">
            {t({
              zh: '把下面的地址和密钥填入相机。密钥仅显示这一次。',
              en: 'Enter these addresses and keys in the camera. They are shown only once.',
            })}
          </p>
          <Suspense fallback={null}>
            <NewSecret protocol={String(row.protocol)} secret={made.secret} />
          </Suspense>
        </>
      ) : (
        <ActButton type={state === 'no-secret' ? 'primary' : 'default'} access={rotateCameraSecret.access} onAct={make}>
          {t({ zh: '生成接入密钥', en: 'Make the secret' })}
        </ActButton>
      )}
      {state === 'waiting' && <Checks />}
      <Faults rows={faultsOf(refused, row, openedAt)} />
    </div>
  );
}

/** Reads the camera, the latest car of its lane and the messages that were refused since the dialog was opened. */
async function readLink(cameraId: string, since: Date, signal: AbortSignal) {
  const options = { signal, isQuiet: true };
  const row: Camera = await getRow(camera, cameraId, options);
  const page = { page: 1, perPage: 20 };
  const [passings, refused] = await Promise.all([
    can(passingList.access) ? list(passingList, { ...page, laneId: row.laneId, from: since }, options) : null,
    can(quarantineList.access) ? list(quarantineList, { ...page, sort: '-receivedAt' }, options) : null,
  ]);
  const passing = passings?.rows.find((one) => one.picture !== null) ?? null;
  return { row, passing, refused: refused?.rows ?? [] };
}

/** What to look at while no heartbeat comes: a message with an unknown token belongs to no tenant, so nothing here can show it. */
function Checks() {
  const t = useText();
  return (
    <ul className="by-hint">
      <li>
        {t(
          { zh: '相机所在网络能访问 {host}', en: 'The network of the camera reaches {host}' },
          { host: window.location.host },
        )}
      </li>
      <li>
        {t({
          zh: '地址须完整复制；相机提示 401 表示令牌抄错',
          en: 'The whole address is copied; 401 on the camera means that the token is wrong',
        })}
      </li>
      <li>{t({ zh: '相机已保存设置并重启', en: 'The camera has saved its settings and restarted' })}</li>
    </ul>
  );
}

function Faults({
  rows,
}: {
  rows: readonly { readonly id: string; readonly reason: string; readonly lastReceivedAt: Date }[];
}) {
  const t = useText();
  if (rows.length === 0) return null;
  return (
    <ul className="camera-link-faults" role="alert">
      {rows.map(({ id, reason, lastReceivedAt }) => (
        <li key={id}>
          <TimeText at={lastReceivedAt} style="clock" /> {t(QuarantineReason[reason as QuarantineReason])}{' '}
          {t(REMEDIES[reason]!)}
        </li>
      ))}
    </ul>
  );
}
