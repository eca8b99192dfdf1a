import type { Label, Listed, Output } from '@boyun/kernel/contract';
import { ActButton, call, ResourcePage, refreshLists, SlotParts, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { camera, rotateCameraSecret } from './camera.contract.ts';
import { setCameraAccess } from './camera-access.contract.ts';
import { CameraAccessForm } from './camera-access.form.tsx';
import { CameraMessages } from './camera-message.view.tsx';
import { cameraActs, cameraParts } from './camera-slot.view.ts';
import { callsOf } from './protocol.contract.ts';
import { SecretDialog } from './secret-dialog.view.tsx';
import { partsOfSecret } from './secret-parts.view.tsx';

type Camera = Listed<typeof camera>;
type Secret = Output<typeof rotateCameraSecret>;

const cameraOf = ({ id, name, protocol }: Camera) => ({ id, name, protocol: String(protocol) });
const REFRESH_MS = 15_000;

/** The cameras; a new secret is created here and shown once. */
export default function CameraPage() {
  const t = useText();
  const [made, setMade] = useState<{ camera: Camera; secret: Secret } | null>(null);
  const [called, setCalled] = useState<Camera | null>(null);
  const renew = async (row: Camera) => {
    const question: Label = {
      zh: `为“${row.name}”生成新的令牌和密钥？旧的立即失效，相机须改用新地址后才能继续上报。`,
      en: `Make a new token and secret for "${row.name}"? The old ones stop at once: the camera must be given the new addresses before it can report again.`,
    };
    const secret = await call(rotateCameraSecret, { cameraId: row.id }, { question });
    setMade({ camera: row, secret });
    await refreshLists(camera.name);
  };
  return (
    <>
      <ResourcePage
        of={camera}
        everyMs={REFRESH_MS}
        actsWidth={254}
        cells={{
          name: { width: 168 },
          lotId: { width: 196 },
          protocol: { isHiddenAtFirst: true },
          serialNo: { width: 156 },
          state: { width: 96 },
          lastEventAt: { isHiddenAtFirst: true },
          readPercent: { width: 86, isGrowing: false },
          meanConfidence: { isHiddenAtFirst: true },
          aheadSeconds: { isHiddenAtFirst: true },
          networkAddress: { isHiddenAtFirst: true },
          callUrl: { isHiddenAtFirst: true },
          callError: { width: 180 },
        }}
        moreDetail={(row) => (
          <>
            <SlotParts of={cameraParts} props={{ camera: cameraOf(row) }} />
            <CameraMessages cameraId={row.id} />
          </>
        )}
        rowClass={(row) => (row.state === 'offline' ? 'is-bad' : undefined)}
        rowActs={(row) => (
          <>
            <ActButton type="link" size="small" access={rotateCameraSecret.access} onAct={() => renew(row)}>
              {t({ zh: '重置密钥', en: 'New secret' })}
            </ActButton>
            <SlotParts of={cameraActs} props={{ camera: cameraOf(row) }} />
            {callsOf(String(row.protocol)) && (
              <ActButton type="link" size="small" access={setCameraAccess.access} onAct={() => setCalled(row)}>
                {t({ zh: '控制地址', en: 'Control' })}
              </ActButton>
            )}
          </>
        )}
      />
      <CameraAccessForm row={called} onClose={() => setCalled(null)} />
      <SecretDialog
        name={made?.camera.name ?? ''}
        parts={made && partsOfSecret(String(made.camera.protocol), made.secret)}
        onClose={() => setMade(null)}
      />
    </>
  );
}
