import type { Kernel, Sweep } from '@boyun/kernel/server';

/** Forgets changing codes that are over: nobody can ask what became of them. */
export const endedCodes: Sweep = {
  name: 'ended-merchant-codes',
  everySeconds: 3600,
  async run(kernel: Kernel) {
    await kernel.database.system(
      `delete from merchant_code where kind = 'rotating' and valid_until < $1::timestamptz - interval '1 day'`,
      [kernel.clock.now()],
    );
  },
};
