import type { Product } from '@boyun/server/product';
import { signIn } from './sign-in.ts';

const STEP = 0.1;
/** Whoever looks at the demo does so as the first administrator: a sign-in ends the session that the account has. */
const WRITER = 'deputy';

const titleAt = (share: number) => `演示数据正在生成：两周的历史已完成 ${Math.round(share * 100)} %`;

/** Shows on the console how much of the history is there, in a banner that ends with it. `tell` receives the share in steps. */
export function showProgress(product: Product, tell: (share: number) => void) {
  let shown = 0;
  let id = '';
  let writing: Promise<void> = Promise.resolve();
  const change = async (path: string, body: object) => {
    const call = await signIn(product, WRITER);
    return call(path, { Id: id, ...body });
  };
  return {
    async begin(): Promise<void> {
      const ValidFrom = product.kernel.clock.now().toISOString();
      const call = await signIn(product, WRITER);
      ({ Id: id } = await call('/api/banner/create', { Name: titleAt(0), Place: 'console', ValidFrom }));
    },
    show(share: number): void {
      if (share - shown < STEP) return;
      shown = share;
      tell(share);
      writing = writing.then(async () => void (await change('/api/banner/update', { Name: titleAt(share) })));
    },
    async end(): Promise<void> {
      await writing;
      await change('/api/banner/delete', {});
    },
  };
}
