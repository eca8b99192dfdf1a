import { match } from 'pinyin-pro';

/** Whether a query is the pinyin of a Chinese text: 停车订单 as tingchedingdan, tcdd, tingcdd. */
export function spells(text: string, query: string): boolean {
  return match(text, query.replaceAll(/[\s']/g, ''), { precision: 'start', continuous: true }) !== null;
}
