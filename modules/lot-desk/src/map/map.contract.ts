import { flag, operation, optional, text } from '@boyun/kernel/contract';

/** The tile source for maps: a setting of the installation, the same for all tenants. */
export const getMapSource = operation('get-map-source', {
  title: { zh: '地图来源', en: 'Source of the maps' },
  path: '/api/map/getSource',
  access: 'signed-in',
  input: {},
  output: {
    tiles: optional(text({ zh: '瓦片地址', en: 'Address of the tiles' })),
    attribution: optional(text({ zh: '地图版权', en: 'Attribution' })),
    isGcj02: flag({ zh: 'GCJ-02坐标', en: 'Drawn in GCJ-02' }),
  },
  isRead: true,
});
