// The server of the memory bench: a process of its own, so that nothing but the product is measured.
import { localConfiguration, makeLog } from '@boyun/kernel/server';
import { makeProduct } from '@boyun/server/product';

declare const gc: (() => void) | undefined;

const [databaseUrl, dataDir] = process.argv.slice(2) as [string, string];
const log = makeLog('error', { write: (line) => void process.stderr.write(line) });
const product = await makeProduct({
  configuration: localConfiguration({ dataDir, databaseUrl, secret: 'a secret of the benches only' }),
  databaseUrl,
  log,
});
process.on('message', async (message) => {
  if (message === 'measure') {
    // Twice: what the first pass frees may hold on to more.
    for (let pass = 0; pass < 2; pass += 1) gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    process.send?.({ rss, heapUsed });
  } else {
    await product.stop();
    process.disconnect();
  }
});
// A bench that fails leaves no server behind.
process.once('disconnect', () => process.exit());
process.send?.({ address: await product.listen() });
