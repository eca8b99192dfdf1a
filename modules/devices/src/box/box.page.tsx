import { LanesInput } from '@boyun/facilities/web';
import type { Label, Listed, Output } from '@boyun/kernel/contract';
import { ActButton, call, notify, ResourcePage, refreshLists, StateDot, useText } from '@boyun/kernel/web';
import { Suspense, useState } from 'react';
import { SecretDialog } from '../camera/secret-dialog.view.tsx';
import { box, ConfigurationState, pushBoxConfiguration, rotateBoxSecret } from './box.contract.ts';

type Box = Listed<typeof box>;
type Secret = Output<typeof rotateBoxSecret>;

const REFRESH_MS = 10_000;

/** The boxes on site: online state, records not yet uploaded, and state of their configuration. */
export default function BoxPage() {
  const t = useText();
  const [made, setMade] = useState<{ name: string; secret: Secret } | null>(null);
  const renew = async (row: Box) => {
    const question: Label = {
      zh: `为“${row.name}”生成新密钥？旧密钥立即失效，盒子须改用新密钥后才能继续工作。`,
      en: `Make a new secret for "${row.name}"? The old one stops at once: the box must be given the new one before it can go on.`,
    };
    const secret = await call(rotateBoxSecret, { boxId: row.id }, { question });
    setMade({ name: row.name, secret });
    await refreshLists(box.name);
  };
  const push = async (row: Box) => {
    const { configurationNumber: number } = await call(pushBoxConfiguration, { boxId: row.id });
    const done: Label = {
      zh: `配置 ${number} 已下发，盒子下次心跳时取走`,
      en: `Configuration ${number} is ready, the box takes it with its next heartbeat`,
    };
    notify('good', done);
    await refreshLists(box.name);
  };
  return (
    <>
      <ResourcePage
        of={box}
        everyMs={REFRESH_MS}
        actsWidth={248}
        cells={{
          name: { width: 150, isGrowing: true },
          serialNo: { width: 130 },
          laneNames: { width: 200 },
          lotId: { width: 132 },
          state: { width: 104 },
          lastSeenAt: { width: 152 },
          appVersion: { width: 84 },
          queueLength: { width: 88 },
          configurationState: {
            width: 118,
            cell: (row) => (
              <span title={`${row.acknowledgedNumber} / ${row.configurationNumber}`}>
                <StateDot {...stateWords(row)} />
              </span>
            ),
          },
          whenOffline: { isHiddenAtFirst: true },
        }}
        rowClass={(row) => (row.state === 'offline' ? 'is-bad' : undefined)}
        formParts={{
          laneIds: ({ id, value, values, onChange }) => (
            <Suspense fallback={null}>
              <LanesInput
                id={id}
                lotId={(values.lotId as string | null) ?? null}
                value={(value ?? []) as string[]}
                onChange={onChange}
              />
            </Suspense>
          ),
        }}
        rowActs={(row) => (
          <>
            <ActButton type="link" size="small" access={pushBoxConfiguration.access} onAct={() => push(row)}>
              {t({ zh: '下发配置', en: 'Push' })}
            </ActButton>
            <ActButton type="link" size="small" access={rotateBoxSecret.access} onAct={() => renew(row)}>
              {t({ zh: '重置密钥', en: 'New secret' })}
            </ActButton>
          </>
        )}
      />
      <SecretDialog name={made?.name ?? ''} parts={made && partsOf(made.secret)} onClose={() => setMade(null)} />
    </>
  );
}

function stateWords(row: Box) {
  const label = ConfigurationState[row.configurationState];
  return {
    tone: label.tone,
    label: { zh: `${label.zh} ${row.configurationNumber || ''}`, en: `${label.en} ${row.configurationNumber || ''}` },
  };
}

function partsOf(secret: Secret) {
  const { output } = rotateBoxSecret;
  return [
    { label: output.serialNo.label, text: secret.serialNo },
    { label: output.deviceSecret.label, text: secret.deviceSecret },
    { label: output.statusPath.label, text: window.location.origin + secret.statusPath },
    { label: output.passingPath.label, text: window.location.origin + secret.passingPath },
  ];
}
