import { isRecord } from '../message/payload.service.ts';
import { webhookDriver } from '../webhook/webhook-driver.service.ts';
import { PLATE_RECOGNIZER_PREFIX, plateRecognizerStream } from './plate-recognizer.contract.ts';
import { readPlateRecognizer } from './plate-recognizer-message.service.ts';

/** Plate Recognizer Stream by its webhook. */
export const plateRecognizerDriver = webhookDriver({
  protocol: plateRecognizerStream,
  prefix: PLATE_RECOGNIZER_PREFIX,
  signsOf: ({ json, fields }) =>
    (isRecord(json?.hook) && isRecord(json.data)) ||
    /^\{"(?:hook|data)":/.test((fields.json ?? '').replaceAll(/\s/g, ''))
      ? ['hook', 'data']
      : null,
  read: ({ body, contentType }) => readPlateRecognizer(body, contentType),
});
