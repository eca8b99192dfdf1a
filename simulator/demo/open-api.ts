import type { EventRow } from '@boyun/kernel/server';
import { systemWho } from '@boyun/kernel/server';
import { attemptDelivery, deliveriesFromEvents } from '@boyun/open-api/server';
import type { Product } from '@boyun/server/product';
import { signIn } from './sign-in.ts';

const SHOWN_EVENTS = 30;

/** Keys and webhooks of the demo, with deliveries of what happened last. Its receivers exist on paper alone, so they end paused. */
export async function addOpenApi(product: Product, tenantId: number): Promise<void> {
  const { kernel } = product;
  const call = await signIn(product, 'admin');
  await call('/api/openApi/key/create', {
    Name: '城市停车诱导平台',
    Scopes: ['lot.list', 'order.list', 'passing.list'],
    PerMinute: 600,
  });
  await call('/api/openApi/key/create', { Name: '财务对账系统', Scopes: ['order.list', 'payment.list'] });
  const receivers = [
    {
      Name: '财务对账系统',
      Url: 'https://finance.example.com/boyun/events',
      Kinds: ['order.closed', 'payment.succeeded'],
    },
    { Name: '安保值班系统', Url: 'https://guard.example.com/hooks/parking', Kinds: ['alarm.raised'] },
  ];
  const ids: string[] = [];
  for (const one of receivers) ids.push((await call('/api/openApi/webhook/create', one)).Id);
  const events = await kernel.database.inTenant(systemWho(tenantId), (tx) =>
    tx.query<EventRow>(
      `select tenant_id, id, kind, lot_id, subject_id, data, actor, at
       from event where tenant_id = $1 and kind = any($2) order by id desc limit ${SHOWN_EVENTS}`,
      [tenantId, ['stay.left', 'payment.succeeded', 'alarm.raised']],
    ),
  );
  const deliveryIds = await kernel.database.inTenant(systemWho(tenantId), async (tx) => {
    for (const event of events.reverse()) await deliveriesFromEvents.react(tx, event, kernel.jobs);
    const rows = await tx.query<{ id: string }>('select id from webhook_delivery where tenant_id = $1 order by id', [
      tenantId,
    ]);
    return rows.map((one) => one.id);
  });
  const good = { status: 200, failure: null, detail: null, answer: '{"code":0}' };
  const busy = { status: 502, failure: 'answered' as const, detail: null, answer: 'Bad Gateway' };
  for (const [index, id] of deliveryIds.entries())
    await attemptDelivery(kernel, tenantId, id, async () => ({
      ...(index % 9 === 4 ? busy : good),
      tookMs: 60 + (index % 7) * 23,
    }));
  for (const WebhookId of ids) await call('/api/openApi/webhook/switch', { WebhookId, State: 'paused' });
}
