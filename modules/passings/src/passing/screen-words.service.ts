import { findTemplate } from '@boyun/devices/server';
import { formatYuan } from '@boyun/domain/money';
import { dayMs, wallTime } from '@boyun/domain/period';
import { fillTemplate, situationOf } from '@boyun/domain/screen-text';
import type { TenantTx } from '@boyun/kernel/server';
import type { Passage, ShownWords, Verdict } from './passage.service.ts';

/** What the screen of the lane shows and says for a car: by the operator's template of its situation, else the product's own words. */
export async function wordsOnScreen(tx: TenantTx, passage: Passage, verdict: Verdict): Promise<ShownWords> {
  const { plate, screen } = verdict;
  const { setting, carsInside } = passage;
  const own = { lines: screen.zh ? [plate, screen.zh] : [], voice: screen.zh ? `${plate}，${screen.zh}` : '' };
  const situation = situationOf({
    direction: setting.direction,
    decision: verdict.decision,
    standing: verdict.standing,
    dueFen: verdict.dueFen,
    isFull: verdict.alarms.some((one) => one.kind === 'lot-full'),
  });
  const template = situation && screen.zh ? await findTemplate(tx, situation, setting.lotId) : null;
  if (!template) return own;
  const passed = verdict.decision === 'open' ? (setting.direction === 'entry' ? 1 : -1) : 0;
  const values = {
    plate,
    lot: setting.lotName,
    message: screen.zh,
    fee: verdict.dueFen > 0 ? formatYuan(verdict.dueFen) : '',
    free: String(Math.max(0, setting.capacity - carsInside - passed)),
    days: await daysLeft(tx, passage, verdict, `${template.lines}${template.voice ?? ''}`),
    time: wallTime(passage.happenedAt.getTime(), setting.timeZone).slice(11, 16),
  };
  return {
    lines: fillTemplate(template.lines, values),
    voice: template.voice === null ? own.voice : fillTemplate(template.voice, values).join('，'),
  };
}

/** The days left of the pack that lets a car in; empty for other cars, and where the template does not ask. */
async function daysLeft(tx: TenantTx, passage: Passage, { entry }: Verdict, template: string): Promise<string> {
  if (entry?.kind !== 'pack' || !template.includes('{days}')) return '';
  const [pack] = await tx.query<{ validUntil: Date | null }>(
    'select valid_until from pack_fact where tenant_id = $1 and id = $2',
    [tx.tenantId, entry.id],
  );
  const leftMs = (pack?.validUntil?.getTime() ?? 0) - passage.happenedAt.getTime();
  return pack?.validUntil ? String(Math.max(0, Math.ceil(leftMs / dayMs))) : '';
}
