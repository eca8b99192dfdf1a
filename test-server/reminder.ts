import type { Kernel } from '@boyun/kernel/server';
import { reminders } from '@boyun/push/server';

/** Sends the reminders that are due, whatever the time of day: the tenant gets no quiet hours unless it has set some. */
export async function runReminders(kernel: Kernel, tenantId: number): Promise<void> {
  await kernel.database.system(
    `insert into quiet_hours (tenant_id, version, updated_at) values ($1, 1, $2) on conflict do nothing`,
    [tenantId, kernel.clock.now()],
  );
  await reminders.run(kernel);
}
