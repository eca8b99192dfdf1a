import { randomUUID } from 'node:crypto';
import { systemWho } from '@boyun/kernel/server';
import type { Product } from '@boyun/server/product';
import { renderPassing } from '../replay/picture.ts';
import { signIn } from './sign-in.ts';

/** What drivers wrote, and how far the staff got with it. */
const WRITTEN = [
  { kind: 'fee', content: '我停了1小时58分钟，为什么按3小时收费？请核实一下。', mobile: '13800138011', act: 'answer' },
  { kind: 'device', content: '出口2号车道的道闸抬杆很慢，后面排了很长的队。', mobile: '13800138012', act: 'close' },
  { kind: 'service', content: '岗亭值班的师傅很热心，帮忙找到了车，谢谢！', act: 'answer' },
  { kind: 'suggestion', content: '建议在地下一层电梯口增加寻车指引，不好找车。', mobile: '13800138013', act: 'claim' },
  {
    kind: 'device',
    content: '充电车位被油车占用，希望加强管理，照片见附件。',
    mobile: '13800138014',
    hasPicture: true,
  },
  { kind: 'other', content: '入口右侧的限高杆松动，有安全隐患，请尽快处理。', hasPicture: true },
] as const;
const ANSWERS = {
  fee: '您好，经核实您的停车时长为2小时12分钟，按规则收取3小时，明细可在支付页查看。感谢您的反馈。',
  device: '您好，道闸已于今日上午检修，抬杆恢复正常，给您带来不便敬请谅解。',
  service: '感谢您的肯定，我们会转告当班同事。',
};

/** What drivers wrote from their payment pages, through the pages' own calls; some taken, answered and closed. */
export async function workOnFeedback(product: Product, tenantId: number, now: Date): Promise<void> {
  const call = await signIn(product, 'operator');
  const orders = await product.kernel.database.inTenant(systemWho(tenantId), (tx) =>
    tx.query<{ code: string; plate: string }>(
      `select pay_code as code, plate from parking_order
       where tenant_id = $1 and parking_state = 'left' and paid_fen > 0 order by left_at desc limit $2`,
      [tenantId, WRITTEN.length],
    ),
  );
  for (const [index, { code, plate }] of orders.entries()) {
    const one = WRITTEN[index]!;
    const { Code } = await call('/api/userFeedback/send', {
      Code: code,
      RequestKey: randomUUID(),
      Kind: one.kind,
      Content: one.content,
      Plate: plate,
      Mobile: 'mobile' in one ? one.mobile : null,
    });
    if ('hasPicture' in one) {
      const jpeg = renderPassing(plate, 1, { label: '车主上传', atMs: now.getTime() - index * 3_600_000 });
      const body = new FormData();
      body.append('File', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'picture.jpg');
      body.append('Code', Code);
      await call('/api/userFeedback/addPicture', body);
    }
    if (!('act' in one)) continue;
    const { Rows } = await call('/api/userFeedback/list', { Word: one.content });
    const FeedbackId = Rows[0]!.Id;
    await call('/api/userFeedback/claim', { FeedbackId });
    if (one.act === 'claim') continue;
    await call('/api/userFeedback/answer', { FeedbackId, Text: ANSWERS[one.kind] });
    if (one.act === 'close') await call('/api/userFeedback/close', { FeedbackId, Note: '设备已修复，车主未再反馈' });
  }
}
