import { camera } from '@boyun/devices/contract';
import { day, integer, optional, reference, report, text } from '@boyun/kernel/contract';

const cameraId = reference({ zh: '相机', en: 'Camera' }, 'camera');
const percent = (zh: string, en: string) => optional(integer({ zh, en }, { max: 100 }));

/** How well cameras read, by day. */
export const cameraQuality = report('camera-quality', {
  title: { zh: '相机识别质量', en: 'How well cameras read' },
  path: '/api/camera/getQuality',
  access: camera.can.list,
  filters: {
    cameraId: optional(cameraId),
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    from: optional(day({ zh: '开始日期', en: 'From' })),
    to: optional(day({ zh: '结束日期', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    day: day({ zh: '日期', en: 'Day' }),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    cameraId,
    carCount: integer({ zh: '过车', en: 'Cars' }),
    readPercent: percent('识别率 %', 'Read right, %'),
    meanConfidence: percent('平均置信度', 'Mean confidence'),
    lowCount: integer({ zh: '低置信度', en: 'Low confidence' }),
    picturePercent: percent('有图片 %', 'With a picture, %'),
    aheadSeconds: optional(integer({ zh: '时钟偏差（秒）', en: 'Clock ahead by (s)' }, { min: -2_147_483_648 })),
  },
  totals: { carCount: integer({ zh: '过车', en: 'Cars' }) },
});
