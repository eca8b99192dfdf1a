import type { TenantTx } from '@boyun/kernel/server';
import { book } from '@boyun/money/server';

/** What an entry of the ledger is about: a day of a channel, and of no lot. */
export const aboutDay = (dayId: string) => ({ lotId: null, source: { kind: 'channel-day', id: dayId } }) as const;

/** Books what is written off of a day, in fen: above zero the channel has more than we booked. */
export async function bookWriteOff(tx: TenantTx, dayId: string, amountFen: number): Promise<void> {
  const [day] = await tx.query<{ channel: string }>(
    `select s.channel from channel_day d join bill_source s on s.tenant_id = d.tenant_id and s.id = d.source_id
     where d.tenant_id = $1 and d.id = $2`,
    [tx.tenantId, dayId],
  );
  const party = day!.channel;
  await book(
    tx,
    [
      { account: 'clearing', party, amountFen },
      { account: 'channel-difference', party, amountFen: -amountFen },
    ],
    aboutDay(dayId),
  );
}
