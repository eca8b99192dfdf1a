import { creditCodeCheck } from '@boyun/domain/invoice';
import type { FoundTitle } from '../provider/provider.service.ts';

/** Enterprises that there are not, with the first 17 characters of their credit codes. */
const ENTERPRISES = [
  ['深圳市海岸物业管理有限公司', '91440300708461136', '深圳市南山区海德三道126号'],
  ['深圳市云帆科技有限公司', '91440300MA5FK2031', '深圳市南山区科苑路15号'],
  ['深圳市鹏程律师事务所', '91440300MA5GP8820', '深圳市福田区益田路6003号'],
  ['深圳市湾区会展服务有限公司', '91440300MA5HW6177', '深圳市宝安区展城路1号'],
  ['广州市南粤建筑设计院有限公司', '91440101MA5KN4419', '广州市越秀区流花路97号'],
  ['东莞市启明电子有限公司', '91441900MA5LQ7302', '东莞市松山湖工业南路6号'],
  ['佛山市顺德区佳和家具有限公司', '91440606MA5MJ9584', '佛山市顺德区龙江镇仙塘路8号'],
  ['惠州市远航物流有限公司', '91441300MA5NY1296', '惠州市惠城区江北云山西路4号'],
] as const;

/** The sandbox's directory of enterprises: it names those that contain a word, and the number of one that is named in full. */
export function findSampleTitles(word: string): FoundTitle[] {
  const found = ENTERPRISES.filter(([name]) => name.includes(word));
  const exact = found.find(([name]) => name === word);
  return (exact ? [exact] : found).map(([titleName, first, address]) => ({
    titleName,
    taxNumber: exact ? first + creditCodeCheck(first)! : null,
    titleAddress: exact ? address : null,
    titleBank: null,
    titleAccount: null,
  }));
}
