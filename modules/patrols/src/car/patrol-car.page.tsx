import { SecretDialog } from '@boyun/devices/web';
import type { Listed, Output } from '@boyun/kernel/contract';
import { ActButton, call, ResourcePage, refreshLists, StateDot, TimeText, useText } from '@boyun/kernel/web';
import { Suspense, useState } from 'react';
import { CarState, patrolCar, rotatePatrolSecret } from './patrol-car.contract.ts';

type Car = Listed<typeof patrolCar>;
type Secret = Output<typeof rotatePatrolSecret>;

const REFRESH_MS = 15_000;
/** From here on the clock of a car is worth setting, in seconds. */
const WRONG_CLOCK = 30;

/** The patrol cars: whether they are in touch, where they patrol, and their secrets. */
export default function PatrolCarPage() {
  const t = useText();
  const [made, setMade] = useState<{ name: string; secret: Secret } | null>(null);
  const renew = async (row: Car) => {
    const question = {
      zh: `为“${row.name}”生成新密钥？旧密钥立即失效，车载终端须改用新密钥后才能继续上报。`,
      en: `Make a new secret for "${row.name}"? The old one stops at once: its device must be given the new one.`,
    };
    const secret = await call(rotatePatrolSecret, { carId: row.id }, { question });
    setMade({ name: row.name, secret });
    await refreshLists(patrolCar.name);
  };
  return (
    <>
      <ResourcePage
        of={patrolCar}
        everyMs={REFRESH_MS}
        cells={{
          name: { width: 140, isGrowing: true },
          plate: { width: 112 },
          state: { width: 100, cell: (row) => <StateDot {...stateOf(row)} /> },
          lastSeenAt: { width: 150, cell: (row) => <Seen row={row} /> },
          positionedAt: { width: 150 },
          lotIds: { width: 240, isGrowing: true },
          canOpenOrders: { width: 112 },
          serialNo: { width: 130 },
          isEnabled: { width: 90 },
        }}
        actsWidth={96}
        rowActs={(row) => (
          <ActButton type="link" size="small" access={rotatePatrolSecret.access} onAct={() => renew(row)}>
            {t({ zh: '重置密钥', en: 'New secret' })}
          </ActButton>
        )}
      />
      {made && (
        <Suspense fallback={null}>
          <SecretDialog name={made.name} parts={partsOf(made.secret)} onClose={() => setMade(null)} />
        </Suspense>
      )}
    </>
  );
}

const stateOf = ({ state }: Car) => ({ tone: CarState[state].tone, label: CarState[state] });

function Seen({ row }: { row: Car }) {
  const t = useText();
  if (!row.lastSeenAt) return <span className="by-faint">—</span>;
  const seconds = row.clockOffsetSeconds ?? 0;
  return (
    <>
      <TimeText at={row.lastSeenAt} style="minute" />
      {Math.abs(seconds) >= WRONG_CLOCK && (
        <span className="by-tone-warn by-small" title={t(patrolCar.fields.clockOffsetSeconds.label)}>
          {' '}
          {seconds > 0 ? `+${seconds}` : seconds} s
        </span>
      )}
    </>
  );
}

function partsOf({ serialNo, deviceSecret, sightingPath, positionPath, tourPath }: Secret) {
  const { output } = rotatePatrolSecret;
  const address = (path: string) => window.location.origin + path;
  return [
    { label: output.serialNo.label, text: serialNo },
    { label: output.deviceSecret.label, text: deviceSecret },
    { label: output.sightingPath.label, text: address(sightingPath) },
    { label: output.positionPath.label, text: address(positionPath) },
    { label: output.tourPath.label, text: address(tourPath) },
  ];
}
