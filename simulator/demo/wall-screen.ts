import type { Product } from '@boyun/server/product';
import { signIn } from './sign-in.ts';

/** Big screens of the demo in one rotation; the one in the lobby is shared by a link and hides plates. */
export async function addWallScreens(product: Product): Promise<void> {
  const admin = await signIn(product, 'admin');
  const { Rows } = await admin('/api/parkLot/list', { Page: 1, PerPage: 20 });
  const lots = Rows as unknown as readonly { Id: string; Code: string }[];
  const idOf = (code: string) => lots.find((one) => one.Code === code)!.Id;
  const add = (Name: string, Layout: string, Place: number, more: object = {}) =>
    admin('/api/wallScreen/create', { Name, Layout, Place, Seconds: 30, IsRotating: true, IsMasked: false, ...more });
  await add('运营中心总览', 'v1', 1, { Headline: '泊云城市停车运营中心' });
  await add('营收看板', 'v2', 2, { Headline: '泊云营收看板' });
  await add('设备与报警', 'v3', 3, { Headline: '设备与报警中心' });
  await add('滨江商务中心岗亭', 'v4', 4, { Headline: '滨江商务中心', LotIds: [idOf('BJ01')], Seconds: 60 });
  const lobby = await add('大堂电视', 'v1', 5, {
    Headline: '欢迎光临',
    LotIds: [idOf('HY02'), idOf('BJ01')],
    Cards: ['occupancy', 'ranking', 'passings', 'origins'],
    IsMasked: true,
    IsRotating: false,
  });
  await admin('/api/wallScreen/link/create', { WallScreenId: lobby.Id, Name: '一楼大堂电视', Days: 180 });
}
