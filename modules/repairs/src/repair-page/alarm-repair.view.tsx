import { DEVICE_KINDS } from '@boyun/alarms/contract';
import type { AlarmActProps } from '@boyun/alarms/web';
import { ActButton, OperationDialog, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { reportRepair } from '../repair/repair.contract.ts';

const TO_ORDER = { zh: '转维修工单', en: 'Repair order' };
const { urgency, deviceKind, deviceName, fault, pictures } = reportRepair.input;

/** Makes a repair order of a device alarm, which is then handled. */
export default function RepairFromAlarm({ alarm, onChanged }: AlarmActProps) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const { id: alarmId, lotId, laneId, kind, state } = alarm;
  if (!DEVICE_KINDS.includes(kind) || !lotId || state === 'handled' || state === 'false-alarm') return null;
  return (
    <>
      <ActButton access={reportRepair.access} onAct={() => setAsking(true)}>
        {t(TO_ORDER)}
      </ActButton>
      {isAsking && (
        <OperationDialog
          isOpen
          of={reportRepair}
          given={{ alarmId, lotId, laneId: laneId ?? null }}
          fields={{ deviceKind, deviceName, fault, urgency, pictures }}
          initial={{
            deviceKind: alarm.deviceKind ?? 'other',
            deviceName: alarm.deviceName ?? alarm.laneName ?? alarm.lotName ?? '',
            fault: alarm.description,
          }}
          title={t(TO_ORDER)}
          onClose={() => setAsking(false)}
          onDone={onChanged}
          done={({ repairNo }) => ({
            zh: `已转工单${repairNo}，报警已处理`,
            en: `Order ${repairNo}; the alarm is handled`,
          })}
        />
      )}
    </>
  );
}
