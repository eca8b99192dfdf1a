import { WallPage } from './wall-page.view.tsx';

/** Big screen V1, operations: map, money, cars and alarms. */
export default function ScreenV1() {
  return <WallPage layout="v1" />;
}
