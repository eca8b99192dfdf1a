import { webhookDriver } from '../webhook/webhook-driver.service.ts';
import { PLATE_RECOGNIZER_PREFIX } from './plate-recognizer.contract.ts';
import { plateRecognizerFormat } from './plate-recognizer-format.service.ts';

/** Plate Recognizer Stream by its webhook. */
export const plateRecognizerDriver = webhookDriver(plateRecognizerFormat, { prefix: PLATE_RECOGNIZER_PREFIX });
