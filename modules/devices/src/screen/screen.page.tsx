import { hasBrightness } from '@boyun/domain/screen-frame';
import type { Listed } from '@boyun/kernel/contract';
import { ActButton, OperationDialog, ResourcePage, StateDot, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { DeviceState } from '../camera/camera.contract.ts';
import { pushScreen, screen } from './screen.contract.ts';
import { LedLines } from './screen-preview.view.tsx';

type Screen = Listed<typeof screen>;
const { words, voice } = pushScreen.input;
const REFRESH_MS = 10_000;

/** The screens of lanes and of free spots: what they show now, and why one does not. */
export default function ScreenPage() {
  const t = useText();
  const [told, setTold] = useState<Screen | null>(null);
  return (
    <>
      <ResourcePage
        of={screen}
        everyMs={REFRESH_MS}
        cells={{
          name: { width: 176 },
          lotId: { width: 150 },
          kind: { width: 128 },
          state: {
            width: 104,
            // Nothing is heard of a screen behind a camera but through it.
            cell: (row) =>
              row.route === 'camera' ? (
                <span className="by-faint">{t({ zh: '随相机', en: 'By its camera' })}</span>
              ) : (
                <StateDot tone={DeviceState[row.state].tone} label={DeviceState[row.state]} />
              ),
          },
          shown: {
            isGrowing: true,
            cell: (row) => row.shown?.replaceAll('\n', ' · ') ?? <span className="by-faint">—</span>,
          },
          route: { width: 150 },
          format: { isHiddenAtFirst: true },
          lastError: { width: 170 },
          address: { isHiddenAtFirst: true },
        }}
        formParts={({ kind, route, format }) => ({
          ...(kind === 'guidance' ? { laneId: null } : { garageIds: null }),
          ...(route === 'tcp' ? { channel: null } : { address: null, port: null }),
          ...(hasBrightness(format ?? 'plain') ? {} : { brightnessPlan: null }),
        })}
        rowClass={(row) => (row.state === 'offline' ? 'is-bad' : undefined)}
        rowActs={(row) => (
          <ActButton type="link" size="small" access={pushScreen.access} onAct={() => setTold(row)}>
            {t({ zh: '推送', en: 'Show' })}
          </ActButton>
        )}
        actsWidth={150}
        moreDetail={(row) => row.shown && <LedLines lines={row.shown.split('\n')} />}
      />
      {told && (
        <OperationDialog
          isOpen
          of={pushScreen}
          given={{ screenId: told.id }}
          fields={told.isSpeaking ? { words, voice } : { words }}
          title={`${t(pushScreen.title)} · ${told.name}`}
          onClose={() => setTold(null)}
          done={({ message }) => ({ zh: message, en: message })}
          refreshes={[screen.name]}
        />
      )}
    </>
  );
}
