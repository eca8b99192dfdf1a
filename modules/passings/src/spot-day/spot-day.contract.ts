import { magnetic } from '@boyun/devices/contract';
import { day, integer, optional, reference, report, text } from '@boyun/kernel/contract';

const count = (zh: string, en: string) => integer({ zh, en });
const percent = (zh: string, en: string) => optional(integer({ zh, en }, { max: 100 }));

/** How well the detectors of spots report, by spot and day: false reports, and what people and cameras saw beside them. */
export const spotDayList = report('spot-day', {
  title: { zh: '地磁检测对比', en: 'Detectors compared' },
  path: '/api/magnetic/getQuality',
  access: magnetic.can.list,
  filters: {
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    spotId: optional(reference({ zh: '车位', en: 'Spot' }, 'spot')),
    detectorNo: optional(text({ zh: '地磁', en: 'Detector' }, { max: 64 })),
    from: optional(day({ zh: '开始日期', en: 'From' })),
    to: optional(day({ zh: '结束日期', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    day: day({ zh: '日期', en: 'Day' }),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    spotId: reference({ zh: '车位', en: 'Spot' }, 'spot'),
    detectorNo: optional(text({ zh: '地磁', en: 'Detector' }, { max: 64 })),
    changeCount: count('有效变化', 'Changes'),
    flapCount: count('误报', 'False reports'),
    falsePercent: percent('误报率 %', 'False, %'),
    sightingCount: count('人工与相机', 'Seen by people, cameras'),
    agreedCount: count('一致', 'As reported'),
    missedCount: count('漏报驶入', 'Arrivals missed'),
    stuckCount: count('漏报驶离', 'Departures missed'),
    agreedPercent: percent('一致率 %', 'As reported, %'),
  },
  totals: {
    changeCount: count('有效变化', 'Changes'),
    flapCount: count('误报', 'False reports'),
    sightingCount: count('人工与相机', 'Seen by people, cameras'),
    agreedCount: count('一致', 'As reported'),
    missedCount: count('漏报驶入', 'Arrivals missed'),
    stuckCount: count('漏报驶离', 'Departures missed'),
  },
});
