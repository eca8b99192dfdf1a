import { instant, json, optional, text } from './field.ts';
import { channel } from './operation.ts';

/** Live stream of all events in the lots a user may see: `{Kind, LotId, At, Data}`; any page may subscribe. */
export const liveChannel = channel('live', {
  title: { zh: '实时通道', en: 'Live channel' },
  path: '/api/live',
  access: 'signed-in',
  token: 'protocol',
  out: {
    kind: text({ zh: '事件', en: 'Event' }),
    lotId: optional(text({ zh: '车场', en: 'Parking lot' })),
    at: instant({ zh: '时间', en: 'Time' }),
    data: json({ zh: '内容', en: 'Content' }),
  },
});
