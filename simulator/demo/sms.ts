import { type SetClock, systemWho } from '@boyun/kernel/server';
import { carryOut, runCampaign } from '@boyun/members/server';
import { outletsOf, trySend } from '@boyun/push/server';
import type { Product } from '@boyun/server/product';
import type { DemoDriver } from './member.ts';
import { type Call, signIn } from './sign-in.ts';

const MINUTE_MS = 60_000;

const TEXTS = [
  {
    Name: '周末优惠',
    Purpose: 'advertising',
    Content: '{name}您好，本周末在泊云示范停车停车享八折，无需领取，离场自动抵扣。退订请点 {stop}',
  },
  {
    Name: '系统升级通知',
    Purpose: 'notice',
    Content: '{name}您好，停车系统将于今晚23:00至次日01:00升级，届时请使用现金或扫码缴费。',
  },
  {
    Name: '抽奖活动',
    Purpose: 'advertising',
    Content: '{name}您好，充值即可参加中奖活动，详情见车主端。退订请点 {stop}',
  },
] as const;
/** A text whose approval is under way, and one that was not submitted. */
const WAITING = {
  Name: '会员日预告',
  Purpose: 'advertising',
  Content: '{name}您好，下月8日会员日充值满200送30，敬请期待。退订请点 {stop}',
};
const DRAFT = { Name: '缴费提醒', Purpose: 'notice', Content: '{name}您好，您有停车费待缴，请在车主端查看。' };

interface Shown {
  readonly ReceiverCount: number;
}

/** Sends the SMS that a campaign queued. */
async function sendQueued({ kernel }: Product, tenantId: number): Promise<void> {
  const rows = await kernel.database.inTenant(systemWho(tenantId), ({ query }) =>
    query<{ id: string }>(`select id from push_send where tenant_id = $1 and state = 'waiting'`, [tenantId]),
  );
  const outlets = outletsOf({ smsUrl: null, mailUrl: null });
  for (const { id } of rows) await trySend(kernel, tenantId, id, outlets);
}

/** Sends to an audience, once another person has approved it where the tenant asks for that. */
async function sendToMany(product: Product, tenantId: number, call: Call, given: object): Promise<void> {
  const { ReceiverCount } = (await call('/api/member/sms/preview', given)) as unknown as Shown;
  const start = { ...given, ReceiverCount, Reason: '运营活动' };
  const { CampaignId, ReviewId } = (await call('/api/member/sms/start', start)) as unknown as {
    CampaignId: string;
    ReviewId: string | null;
  };
  if (ReviewId) {
    const deputy = await signIn(product, 'deputy');
    await deputy('/api/review/approve', { ReviewIds: [ReviewId], Note: '内容与发送对象已核对' });
  }
  await runCampaign(product.kernel, { tenantId, campaignId: CampaignId });
  await sendQueued(product, tenantId);
}

/** Texts are approved and refused, and two SMS go to many; staff enters a request for a person. */
export async function workOnSms(
  product: Product,
  tenantId: number,
  { drivers, clock, to }: { readonly drivers: readonly DemoDriver[]; readonly clock: SetClock; readonly to: Date },
): Promise<void> {
  // Ten in the morning of the day before, outside the quiet hours.
  const morning = new Date(to.getTime() - 24 * 60 * MINUTE_MS);
  morning.setUTCHours(2, 0, 0, 0);
  clock.set(morning);
  const office = await signIn(product, 'admin');
  const ids: string[] = [];
  for (const text of TEXTS) {
    const { Id } = await office('/api/push/smsTemplate/create', text);
    await office('/api/push/smsTemplate/submit', { SmsTemplateId: Id });
    ids.push(Id);
  }
  await office('/api/push/smsTemplate/create', DRAFT);
  clock.set(new Date(morning.getTime() + 3 * MINUTE_MS));
  for (const SmsTemplateId of ids) await office('/api/push/smsTemplate/ask', { SmsTemplateId });
  await sendToMany(product, tenantId, office, { Title: '系统升级告知', TemplateId: ids[1], HasCar: true });
  await sendToMany(product, tenantId, office, { Title: '周末八折', TemplateId: ids[0] });
  clock.set(to);
  const admin = await signIn(product, 'admin');
  const { Id } = await admin('/api/push/smsTemplate/create', WAITING);
  await admin('/api/push/smsTemplate/submit', { SmsTemplateId: Id });
  await drivers[0]?.call('/api/app/privacy/setSms', { IsAgreed: false });
  await drivers[1]?.call('/api/app/privacy/askData', {});
  const asked = { Mobile: drivers[2]!.mobile, Kind: 'access', Note: '来电申请，已回拨本人手机号核实' };
  await admin('/api/member/privacy/enter', asked);
  await admin('/api/member/privacy/enter', {
    Mobile: '13800138003',
    Kind: 'deletion',
    Note: '到服务台申请，已核对身份证',
  });
  const requests = await product.kernel.database.inTenant(systemWho(tenantId), ({ query }) =>
    query<{ id: string }>(`select id from privacy_request where tenant_id = $1 and state = 'waiting'`, [tenantId]),
  );
  for (const { id } of requests) await carryOut(product.kernel, { tenantId, requestId: id });
}
