import { CameraProtocol, camera } from '@boyun/devices/contract';
import type { Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  ErrorState,
  getRow,
  notify,
  RawText,
  refreshLists,
  Skeleton,
  StateDot,
  TimeText,
  updateRow,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { ReadValues, useDeviceMessage } from '../inspector/message-view.view.tsx';
import { mappedJson } from '../mapped/mapped.contract.ts';
import { MapEditor } from '../mapping/map-camera.form.tsx';
import { CheckName, CheckState, getOnboarding } from './onboarding.contract.ts';

type Onboarding = Output<typeof getOnboarding>;

const EVERY_MS = 3000;

/** A camera on its way: its messages, its protocol, and the checks of its next cars. */
export function OnboardingCard({ cameraId }: { cameraId: string }) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['list', camera.name, 'onboarding', cameraId],
    queryFn: ({ signal }) => call(getOnboarding, { cameraId }, { signal, isQuiet: true }),
    refetchInterval: EVERY_MS,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={10} />;
  const label = (protocol: string) => t(CameraProtocol[protocol] ?? { zh: protocol, en: protocol });
  const take = async (protocol: string) => {
    await updateRow(camera, await getRow(camera, cameraId), { protocol });
    notify('good', {
      zh: '协议已确认，从下一辆车起入账',
      en: 'Its protocol is confirmed; cars are booked from the next one on',
    });
    await refreshLists(camera.name);
  };
  return (
    <section className="by-card-box onboarding-card">
      <header>
        <h2>{data.name}</h2>
        <StateDot
          tone={data.messageCount > 0 ? 'good' : 'neutral'}
          label={{ zh: `收到${data.messageCount}条报文`, en: `${data.messageCount} messages arrived` }}
        />
        <TimeText at={data.lastMessageAt} />
      </header>
      {data.messageCount === 0 ? (
        <p className="by-hint" role="status">
          {t({
            zh: '等待第一条报文…把地址填入设备后，让一辆车经过，或在设备上触发一次抓拍。',
            en: 'Waiting for the first message… Enter the address in the device, then let a car pass or trigger it.',
          })}
        </p>
      ) : (
        <>
          <Recognised data={data} label={label} onTake={take} />
          {data.protocol === mappedJson.name && data.fault !== null && (
            <MapEditor cameraId={cameraId} onSaved={() => refreshLists(camera.name)} />
          )}
          <Findings findings={data.findings} />
          {data.messageId && <Sample messageId={data.messageId} />}
        </>
      )}
    </section>
  );
}

function Recognised({
  data,
  label,
  onTake,
}: {
  data: Onboarding;
  label: (protocol: string) => string;
  onTake: (protocol: string) => Promise<unknown>;
}) {
  const t = useText();
  const recognised = data.recognised === null ? null : String(data.recognised);
  return (
    <div className="onboarding-protocol">
      <div>
        <p>
          {data.isKnown ? (
            <b>{label(String(data.protocol))}</b>
          ) : recognised ? (
            <>
              {t({ zh: '看起来是', en: 'This looks like' })} <b>{label(recognised)}</b>
            </>
          ) : (
            t({
              zh: '没有认出这种报文，请联系设备厂家索取 JSON 推送说明',
              en: 'Nobody here speaks like this: ask the maker for a push in JSON',
            })
          )}
        </p>
        {data.signs.length > 0 && (
          <p className="by-small by-faint">
            {t({ zh: '依据：', en: 'Told by ' })}
            {data.signs.map((sign) => (
              <code key={sign}>{sign} </code>
            ))}
          </p>
        )}
        {data.isReportOnly && (
          <p className="by-small by-faint">
            {t({
              zh: '这类设备只上报车牌，不能开关闸、显示和语音；道闸由盒子或同车道带继电器的相机控制。',
              en: 'Devices of this kind only report: they move no barrier, show no text and say nothing. A box or a camera with a relay in the same lane moves the barrier.',
            })}
          </p>
        )}
      </div>
      {!data.isKnown && recognised && (
        <ActButton type="primary" access={camera.can.update} onAct={() => onTake(recognised)}>
          {t({ zh: '按此协议接入', en: 'Take it on as this' })}
        </ActButton>
      )}
    </div>
  );
}

function Findings({ findings }: { findings: Onboarding['findings'] }) {
  const t = useText();
  return (
    <>
      <h3>{t(getOnboarding.output.findings.label)}</h3>
      <ul className="onboarding-findings">
        {findings.map(({ name, state, said }) => (
          <li key={name} className={`is-${state}`}>
            <StateDot tone={CheckState[state].tone} label={CheckName[name]} />
            <span>{said}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The newest report of a car, read and as it came. */
function Sample({ messageId }: { messageId: string }) {
  const t = useText();
  const { data } = useDeviceMessage(messageId);
  if (!data) return null;
  return (
    <div className="onboarding-sample">
      <div>
        <h3>{t({ zh: '解析结果', en: 'As it is read' })}</h3>
        {data.read ? <ReadValues read={data.read} /> : <p className="by-hint">{data.fault ?? '—'}</p>}
      </div>
      <div>
        <h3>{t({ zh: '原始报文', en: 'As it came' })}</h3>
        <RawText text={data.body} />
      </div>
    </div>
  );
}
