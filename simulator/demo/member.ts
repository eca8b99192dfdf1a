import type { SetClock } from '@boyun/kernel/server';
import type { Product } from '@boyun/server/product';
import { renderPassing } from '../replay/picture.ts';
import { type Call, signIn, signInDriver } from './sign-in.ts';

const MINUTE_MS = 60_000;

interface Wallet {
  readonly Mobile: string;
  readonly HolderName: string;
  readonly Plates: string;
}

/** Cars that people claim with a picture: whose, the plate, and what comes of it. `13800138001` … are those who registered by posters. */
const CLAIMS = [
  { mobile: '13800138001', plate: '粤B6K88P', end: 'approve' },
  { mobile: '13800138004', plate: '粤B3T61Q', end: 'approve' },
  { mobile: '13800138007', plate: '粤B71H2K', end: 'reject' },
  { mobile: '13800138008', plate: '粤AD09921', end: null },
  { mobile: '13800138009', plate: '粤B8L05M', end: null },
  // The new owner of a car that was sold: it moves once a second person agrees.
  { mobile: '13800138012', plate: '粤B6K88P', end: 'approve' },
] as const;

/** A customer who is signed in. */
export interface DemoDriver {
  readonly mobile: string;
  readonly call: Call;
}

const carsOf = async (call: Call) =>
  (await call('/api/app/car/list', {})) as unknown as { Cars: readonly { Id: string; Plate: string }[] };

/** Adds a car unless the customer has it; returns its id. */
async function giveCar(call: Call, plate: string): Promise<string> {
  const known = (await carsOf(call)).Cars.find((one) => one.Plate === plate);
  if (known) return known.Id;
  const { CarId } = (await call('/api/app/car/add', { Plate: plate })) as unknown as { CarId: string };
  return CarId;
}

/** Customers sign in: those with wallets have their cars certified by it, others with a picture; one is frozen, one asks for the own data. */
export async function workOnMembers(product: Product, clock: SetClock, to: Date): Promise<readonly DemoDriver[]> {
  const drivers: DemoDriver[] = [];
  const admin = await signIn(product, 'admin');
  // Customers of wallets are entered by the reaction to their wallets.
  await product.consumers.drain();
  const { Rows } = (await admin('/api/wallet/list', { PerPage: 200 })) as unknown as { Rows: readonly Wallet[] };
  for (const [index, { Mobile, HolderName, Plates }] of Rows.filter((one) => one.Plates !== '').entries()) {
    const call = await signInDriver(product, Mobile, `10.8.0.${index + 1}`);
    drivers.push({ mobile: Mobile, call });
    if (index % 4 !== 3) await call('/api/app/privacy/setSms', { IsAgreed: true });
    await call('/api/app/saveProfile', { Name: HolderName, Language: index % 9 === 8 ? 'en' : 'zh' });
    for (const plate of Plates.split(' ')) {
      const CarId = await giveCar(call, plate);
      await call('/api/app/car/certify', { CarId });
    }
  }
  for (const [index, { mobile, plate, end }] of CLAIMS.entries()) {
    clock.set(new Date(to.getTime() - (CLAIMS.length - index) * 7 * MINUTE_MS));
    const call = await signInDriver(product, mobile, `10.8.1.${index + 1}`);
    const CarId = await giveCar(call, plate);
    const jpeg = renderPassing(plate, 1, { label: '行驶证核对', atMs: clock.now().getTime() });
    const body = new FormData();
    body.append('CarId', CarId);
    body.append('File', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'licence.jpg');
    await call('/api/app/car/addPicture', body);
    await call('/api/app/car/certify', { CarId });
    if (end) {
      const clerk = await signIn(product, 'operator');
      const Note = end === 'approve' ? '行驶证与车牌一致' : '照片不清晰，请重新拍摄';
      await clerk(`/api/member/car/${end}`, { CarId, Note });
    }
  }
  clock.set(to);
  const customers = await admin('/api/member/customer/list', { Name: '方芳' });
  await admin('/api/member/customer/freeze', { CustomerId: customers.Rows[0]!.Id, Note: '多次恶意投诉，核实中' });
  return drivers;
}
