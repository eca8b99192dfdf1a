import { WallPage } from './wall-page.view.tsx';

/** Big screen V4, one lot live. */
export default function ScreenV4() {
  return <WallPage layout="v4" />;
}
