import { actEvent } from '@boyun/kernel/contract';
import { consentVersion, giveConsent, publishPrivacyText } from './consent.contract.ts';

/** A version of the privacy text was published. */
export const privacyPublished = actEvent(publishPrivacyText, { version: consentVersion });

/** A customer agreed to a version of the privacy text. */
export const customerConsented = actEvent(giveConsent, { version: consentVersion });
