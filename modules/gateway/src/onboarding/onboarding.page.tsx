import './onboarding.css';
import { CameraProtocol, camera, rotateCameraSecret } from '@boyun/devices/contract';
import { NewSecret } from '@boyun/devices/web';
import type { Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  createRow,
  Empty,
  ErrorState,
  Modal,
  RecordForm,
  refreshLists,
  Skeleton,
  StateDot,
  TimeText,
  useAddressWord,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { Suspense, useState } from 'react';
import { unknownMaker } from '../any/any.contract.ts';
import { getOnboardingList } from './onboarding.contract.ts';
import { OnboardingCard } from './onboarding-card.view.tsx';

type Found = Output<typeof getOnboardingList>;
type Secret = Output<typeof rotateCameraSecret>;

const EVERY_MS = 4000;
const NEW_FIELDS = { name: camera.fields.name, laneId: camera.fields.laneId };
const CONNECT = { zh: '接入新设备', en: 'Connect a device' };

/** Connects cameras of any maker: what they send, what that is, and what is set up wrong. */
export default function OnboardingPage() {
  const t = useText();
  const [chosen, choose] = useAddressWord('camera');
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<{ id: string; secret: Secret } | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['list', camera.name, 'onboarding'],
    queryFn: ({ signal }) => call(getOnboardingList, {}, { signal, isQuiet: true }),
    refetchInterval: EVERY_MS,
  });
  const add = async (values: { name: string; laneId: string }) => {
    const { id } = await createRow(camera, { ...values, protocol: unknownMaker.name });
    setSecret({ id, secret: await call(rotateCameraSecret, { cameraId: id }) });
    setAdding(false);
    choose(id);
    await refreshLists(camera.name);
  };
  const shown = data?.cameras.find((one) => one.cameraId === chosen) ?? data?.cameras[0] ?? null;
  return (
    <div className="by-page onboarding">
      <header className="onboarding-head">
        <h1>{t(getOnboardingList.title)}</h1>
        <ActButton type="primary" access={camera.can.create} onAct={() => setAdding(true)}>
          {t(CONNECT)}
        </ActButton>
      </header>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={10} />
      ) : (
        <div className={shown || data.strangers.length > 0 ? 'onboarding-parts' : undefined}>
          <div className="onboarding-side">
            <Cameras cameras={data.cameras} shownId={shown?.cameraId ?? null} onChoose={choose} />
            <Strangers strangers={data.strangers} />
          </div>
          {shown ? (
            <OnboardingCard key={shown.cameraId} cameraId={shown.cameraId} />
          ) : (
            <section className="by-card-box">
              <Empty
                title={{ zh: '没有待接入的设备', en: 'No device is being connected' }}
                hint={{
                  zh: '点“接入新设备”，把生成的地址填进相机，平台会识别它的协议',
                  en: 'Press "Connect a device" and enter the address in the camera: its protocol is recognised',
                }}
              />
            </section>
          )}
        </div>
      )}
      <Modal open={isAdding} width={480} title={t(CONNECT)} footer={null} onCancel={() => setAdding(false)}>
        <p className="by-hint">
          {t({
            zh: '不必先知道厂家和协议。确认协议之前，设备发来的车辆只查看，不入账，也不开闸。',
            en: 'Its maker need not be known. Until its protocol is confirmed, its cars are looked at: none is booked and no barrier moves.',
          })}
        </p>
        <RecordForm fields={NEW_FIELDS} columns={1} onSubmit={add} onCancel={() => setAdding(false)} />
      </Modal>
      <Modal
        open={secret !== null}
        width={640}
        title={t({ zh: '填入设备的地址', en: 'The address for the device' })}
        onCancel={() => setSecret(null)}
        footer={
          <Button type="primary" onClick={() => setSecret(null)}>
            {t({ zh: '已填入', en: 'I have entered it' })}
          </Button>
        }
      >
        <Alert
          type="warning"
          showIcon
          title={t({
            zh: '仅显示这一次。设备要求几个地址时，在后面加上它自己的路径即可，如 /plate、/heartbeat。',
            en: 'Shown only once. Where the device asks for several addresses, add its own paths, such as /plate and /heartbeat.',
          })}
        />
        {secret && (
          <Suspense fallback={null}>
            <NewSecret protocol={unknownMaker.name} secret={secret.secret} />
          </Suspense>
        )}
      </Modal>
    </div>
  );
}

function Cameras({
  cameras,
  shownId,
  onChoose,
}: {
  cameras: Found['cameras'];
  shownId: string | null;
  onChoose: (id: string) => void;
}) {
  const t = useText();
  if (cameras.length === 0) return null;
  return (
    <section className="by-card-box">
      <h2>{t(getOnboardingList.output.cameras.label)}</h2>
      <ul className="onboarding-cameras">
        {cameras.map((one) => (
          <li key={one.cameraId}>
            <button
              type="button"
              aria-current={one.cameraId === shownId ? true : undefined}
              onClick={() => onChoose(one.cameraId)}
            >
              <b>{one.name}</b>
              <span className="by-small by-faint">
                {one.lotName} · {one.laneName}
              </span>
              <StateDot {...stateOf(one)} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateOf(one: Found['cameras'][number]) {
  if (one.protocol !== unknownMaker.name) return { tone: 'good' as const, label: { zh: '已接入', en: 'Connected' } };
  if (one.messageCount === 0)
    return { tone: 'neutral' as const, label: { zh: '等待第一条报文', en: 'Waits for its first message' } };
  return { tone: 'warn' as const, label: { zh: '待确认协议', en: 'To be confirmed' } };
}

/** Callers without a valid token. */
function Strangers({ strangers }: { strangers: Found['strangers'] }) {
  const t = useText();
  if (strangers.length === 0) return null;
  return (
    <section className="by-card-box">
      <h2>{t(getOnboardingList.output.strangers.label)}</h2>
      <p className="by-hint">
        {t({
          zh: '这些设备用了无效的令牌：地址抄错，或密钥已重置。内容不保留，请重新填写地址。',
          en: 'These devices show a wrong token: the address was copied wrongly, or the secret was changed. What they send is not kept.',
        })}
      </p>
      <ul className="onboarding-strangers">
        {strangers.map((one) => (
          <li key={one.quarantineId}>
            <b>{one.serialNo ?? one.address ?? '—'}</b>
            <span className="by-small by-faint">
              {t(CameraProtocol[one.protocol] ?? NOBODY)} · {one.address} ·{' '}
              <TimeText at={one.lastReceivedAt} style="clock" /> · {one.seenCount}×
            </span>
            {one.knownCameraId && (
              <span className="by-small">
                {t({
                  zh: '序列号属于已登记的相机：请重置其密钥',
                  en: 'A registered camera has this number: renew its secret',
                })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const NOBODY = { zh: '—', en: '—' };
