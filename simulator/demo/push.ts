import { type EventRow, systemWho } from '@boyun/kernel/server';
import { pushesFromEvents, trySend } from '@boyun/push/server';
import type { Product } from '@boyun/server/product';
import { signIn } from './sign-in.ts';

const SHOWN_ALARMS = 6;

/** Push rules of the demo, and what they made of the last alarms; no provider is set up, so the SMS are kept and not sent. */
export async function addPush(product: Product, tenantId: number): Promise<void> {
  const { kernel } = product;
  const call = await signIn(product, 'admin');
  const rules = [
    {
      Name: '紧急报警通知值班长',
      Event: 'alarm.raised',
      Severity: 'high',
      Channels: ['sms'],
      Mobiles: ['13800138000', '13900139000'],
      IsQuiet: false,
    },
    { Name: '设备离线通知运维', Event: 'device.offline', Channels: ['message'], Roles: ['operator'] },
    {
      Name: '支付失败通知财务',
      Event: 'payment.failed',
      Channels: ['message', 'mail'],
      Roles: ['finance'],
      Mails: ['finance@example.com'],
    },
    { Name: '意见反馈提醒', Event: 'feedback.received', Channels: ['message'], Roles: ['operator', 'attendant'] },
    {
      Name: '规则到期提醒',
      Event: 'charge-rule.ending',
      Channels: ['message', 'webhook'],
      Roles: ['operator', 'finance'],
    },
  ];
  for (const one of rules) await call('/api/push/rule/create', one);
  await call('/api/push/saveQuietHours', { QuietFrom: '22:00', QuietTo: '08:00', Version: 0 });
  const { Reminders } = (await call('/api/push/reminder/getAll', {})) as unknown as { Reminders: { Kind: string }[] };
  for (const [Kind, change] of [
    ['arrears', { IsActive: true }],
    ['pack-ending', { IsToOwner: true, IsToStaff: true }],
  ] as const)
    await call('/api/push/reminder/save', { ...Reminders.find((one) => one.Kind === Kind), ...change });
  const debtors = (await call('/api/arrears/getByPlate', {})).Rows as unknown as readonly { Plate: string }[];
  for (const [index, { Plate }] of debtors.slice(0, 3).entries())
    await call('/api/arrears/remind', { Plate, Mobile: `1380013800${index + 1}` });
  const sendIds = await kernel.database.inTenant(systemWho(tenantId), async (tx) => {
    const alarms = await tx.query<EventRow>(
      `select tenant_id, id, kind, lot_id, subject_id, data, actor, at from event
       where tenant_id = $1 and kind = 'alarm.raised' and data->>'severity' = 'high' order by id desc limit ${SHOWN_ALARMS}`,
      [tenantId],
    );
    for (const event of alarms.reverse()) await pushesFromEvents.react(tx, event, kernel.jobs);
    return tx.query<{ id: string }>('select id from push_send where tenant_id = $1', [tenantId]);
  });
  for (const { id } of sendIds) await trySend(kernel, tenantId, id, { sms: null, mail: null });
}
