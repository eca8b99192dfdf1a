import type { ImportRow } from '@boyun/kernel/contract';
import type { Product } from '@boyun/server/product';
import { signIn } from './sign-in.ts';

const CHECKED: readonly ImportRow[] = [
  { sheet: '黑名单', row: 2, cells: { plate: '粤B6K88P', validFrom: '2026-01-01 00:00:00', reason: '多次逃费' } },
  { sheet: '黑名单', row: 3, cells: { plate: '粤B6K8', validFrom: '2026-01-01 00:00:00', reason: '多次逃费' } },
];

/** A lot to come, of which one lane names a gate that is not there. */
const PLANNED: readonly ImportRow[] = [
  { sheet: '车场', row: 2, cells: { name: '前海枢纽停车场', code: 'QH06', capacity: '260' } },
  { sheet: '车库', row: 2, cells: { lotId: 'QH06', name: '地下一层', floor: '-1', capacity: '180' } },
  { sheet: '出入口', row: 2, cells: { lotId: 'QH06', name: '东门', direction: '出入口' } },
  { sheet: '车道', row: 2, cells: { lotId: 'QH06', name: '东门入口', code: 'E1', gateId: '东门', direction: '入场' } },
  { sheet: '车道', row: 3, cells: { lotId: 'QH06', name: '西门出口', code: 'X1', gateId: '西门', direction: '出场' } },
];

/** What the task centre of the demo shows: an export that is done, and two files that were checked and have a bad row. */
export async function workOnTasks(product: Product): Promise<void> {
  const call = await signIn(product, 'admin');
  await call('/api/order/getOrderPage/export', { QueryAll: true });
  await call('/api/billBlackPlate/import', { Rows: JSON.stringify(CHECKED), Mode: 'check' });
  await call('/api/lotWorkbook/import', { Rows: JSON.stringify(PLANNED), Mode: 'check' });
}
