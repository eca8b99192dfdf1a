import type { Product } from '@boyun/server/product';
import { signIn } from './sign-in.ts';

/** Who watches what in the demo, by account and place in the list of cameras. */
const WATCHED = [
  { account: 'attendant', cameras: [0, 1, 2, 3] },
  { account: 'operator', cameras: [4, 5] },
  { account: 'admin', cameras: [0] },
];

/** The demo's cameras exist in the simulation only, and so do their pictures: drawn from the cars that passed. */
export async function addVideo(product: Product): Promise<void> {
  const admin = await signIn(product, 'admin');
  await admin('/api/videoServer/create', { Name: '演示画面', Kind: 'sandbox', Remark: '由过车记录绘制' });
  for (const { account, cameras } of WATCHED) {
    const act = await signIn(product, account);
    const { Cameras: listed } = (await act('/api/video/liveCameras', {})) as unknown as { Cameras: { Id: string }[] };
    const ids: string[] = [];
    for (const place of cameras) {
      const camera = listed[place];
      if (!camera) continue;
      const watched = await act('/api/video/watch', { CameraId: camera.Id });
      ids.push((watched as unknown as { ViewingId: string }).ViewingId);
    }
    await act('/api/video/stop', { ViewingIds: ids });
  }
}
