import { webhookDriver } from '../webhook/webhook-driver.service.ts';
import { OPENALPR_PREFIX } from './openalpr.contract.ts';
import { openalprFormat } from './openalpr-format.service.ts';

/** Rekor Scout and OpenALPR by their webhook. */
export const openalprDriver = webhookDriver(openalprFormat, { prefix: OPENALPR_PREFIX });
