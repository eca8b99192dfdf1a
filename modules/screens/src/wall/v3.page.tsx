import { WallPage } from './wall-page.view.tsx';

/** Big screen V3, devices and alarms. */
export default function ScreenV3() {
  return <WallPage layout="v3" />;
}
