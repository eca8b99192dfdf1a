import { isRecord } from '../message/payload.service.ts';
import { webhookFormat } from '../webhook/webhook-format.service.ts';
import { plateRecognizerStream } from './plate-recognizer.contract.ts';
import { readPlateRecognizer } from './plate-recognizer-message.service.ts';

/** Messages of Plate Recognizer Stream. */
export const plateRecognizerFormat = webhookFormat({
  protocol: plateRecognizerStream,
  signsOf: ({ json, fields }) =>
    (isRecord(json?.hook) && isRecord(json.data)) ||
    /^\{"(?:hook|data)":/.test((fields.json ?? '').replaceAll(/\s/g, ''))
      ? ['hook', 'data']
      : null,
  read: ({ body, contentType }) => readPlateRecognizer(body, contentType),
});
