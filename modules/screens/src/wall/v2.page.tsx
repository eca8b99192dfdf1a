import { WallPage } from './wall-page.view.tsx';

/** Big screen V2, revenue: target, channels and the close of the day. */
export default function ScreenV2() {
  return <WallPage layout="v2" />;
}
