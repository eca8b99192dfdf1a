import { suggestMap } from '@boyun/domain/message-map';
import { webhookFormat } from '../webhook/webhook-format.service.ts';
import { mappedJson } from './mapped.contract.ts';
import { type MappedPlate, readMappedMessage } from './mapped-message.service.ts';

/** Any JSON by the map of its camera. */
export const mappedFormat = webhookFormat<MappedPlate>({
  protocol: mappedJson,
  signsOf({ json }) {
    const { plate, time } = json ? suggestMap(json) : { plate: '', time: '' };
    return plate && time ? [plate, time] : null;
  },
  read: ({ body, map, zone }) => readMappedMessage(body, map ?? null, zone),
});
