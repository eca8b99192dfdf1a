import { join } from 'node:path';

/** What the demo keeps in its data folder besides the product's own. */
export const demoFiles = (dataDir: string) => ({
  /** The simulated cameras; there only once the demo is complete. */
  fleet: join(dataDir, 'demo-fleet.json'),
  /** The cars inside when live traffic begins. */
  inside: join(dataDir, 'demo-inside.json'),
  newcomers: join(dataDir, 'demo-newcomers.json'),
  boxes: join(dataDir, 'demo-boxes.json'),
  /** There while the tenant's channels lead to the doubles of the payment providers. */
  providers: join(dataDir, 'demo-providers'),
  /** There from the beginning of the making: without the fleet it was interrupted. */
  unfinished: join(dataDir, 'demo-unfinished'),
});
