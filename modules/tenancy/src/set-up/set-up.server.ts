import { handleFreely } from '@boyun/kernel/server';
import { getSetup, setUp } from './set-up.contract.ts';
import { isSetupNeeded, makeFirstTenants } from './set-up.service.ts';

/** Operations for the first start. */
export const setUpOperations = [
  handleFreely(getSetup, async (kernel) => ({ isNeeded: await isSetupNeeded(kernel) })),
  handleFreely(setUp, async (kernel, input) => {
    await makeFirstTenants(kernel, input);
    return {};
  }),
];
