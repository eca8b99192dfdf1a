import { AlarmPage } from './alarm-dispose.page.tsx';

const TITLE = { zh: '设备报警通知', en: 'Device alarm notices' } as const;

/** The alarms of devices: cameras that fell silent, barriers nobody is sure of. */
export default function DeviceNoticePage() {
  return <AlarmPage ofDevices={TITLE} />;
}
