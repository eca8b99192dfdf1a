import { call, can, notify } from '@boyun/kernel/web';
import { getFirstSteps } from './first-run.contract.ts';
import { stepsLeft } from './first-step.view.ts';
import { hideSteps } from './hidden-steps.view.ts';

/** Shows the first steps on the console again; says so where there is none left. */
export async function openSteps(): Promise<void> {
  hideSteps(false);
  if (!stepsLeft(await call(getFirstSteps, {}), can))
    notify('good', { zh: '开通清单已全部完成', en: 'All first steps are done' });
}
