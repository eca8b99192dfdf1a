import { permission } from '@boyun/kernel/contract';

/** May see what has been counted, with the money of lots among it. */
export const seeStatistics = permission('statistics.view', { zh: '查看统计分析', en: 'View: Statistics' });
