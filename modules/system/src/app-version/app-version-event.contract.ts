import { actEvent, text } from '@boyun/kernel/contract';
import { publishAppVersion, withdrawAppVersion } from './app-version.contract.ts';

const fields = {
  app: text({ zh: '应用', en: 'App' }, { max: 32 }),
  number: text({ zh: '版本', en: 'Version' }, { max: 32 }),
};

/** A version of an app was published. */
export const appVersionPublished = actEvent(publishAppVersion, fields);

/** A version of an app was withdrawn. */
export const appVersionWithdrawn = actEvent(withdrawAppVersion, fields);
