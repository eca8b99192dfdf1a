import { match } from 'pinyin-pro';

/** Whether a Chinese text may be typed so: 停车订单 as tingchedingdan, tcdd, tingcdd. */
export function spells(text: string, query: string): boolean {
  return match(text, query.replaceAll(/[\s']/g, ''), { precision: 'start', continuous: true }) !== null;
}
