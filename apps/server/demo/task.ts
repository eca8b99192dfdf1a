import type { ImportRow } from '@boyun/kernel/contract';
import type { Product } from '../product.ts';
import { signIn } from './sign-in.ts';

const CHECKED: readonly ImportRow[] = [
  { sheet: '黑名单', row: 2, cells: { plate: '粤B6K88P', validFrom: '2026-01-01 00:00:00', reason: '多次逃费' } },
  { sheet: '黑名单', row: 3, cells: { plate: '粤B6K8', validFrom: '2026-01-01 00:00:00', reason: '多次逃费' } },
];

/** What the task centre of the demo shows: an export that is done, and a file that was checked and has a bad row. */
export async function workOnTasks(product: Product): Promise<void> {
  const call = await signIn(product, 'admin');
  await call('/api/order/getOrderPage/export', { QueryAll: true });
  await call('/api/billBlackPlate/import', { Rows: JSON.stringify(CHECKED), Mode: 'check' });
}
