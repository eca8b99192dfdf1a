import { dayKey } from '@boyun/domain/period';
import { requireLot } from '@boyun/facilities/server';
import { newCode, type ReminderKind, sql } from '@boyun/kernel/server';
import { renewPack } from './pack.contract.ts';
import { findPack, findRule } from './pack.queries.ts';
import { packExpiring } from './pack-event.contract.ts';

/** Reminds of packs about to end, once for each end: a renewed pack is reminded of anew. */
export const packReminder: ReminderKind = {
  name: 'pack-ending',
  title: { zh: '月卡即将到期', en: 'Packs about to end' },
  hint: {
    zh: '提醒车主续费；留有手机号的月卡可发短信，续费后按新的到期日再提醒',
    en: 'Owners are asked to renew, by SMS where the pack has a mobile; a renewed pack is reminded of at its new end',
  },
  event: packExpiring,
  lead: { zh: '按月卡规则的到期提醒天数', en: 'The reminder days of the rule of the pack' },
  repeat: null,
  isActive: true,
  owner: 'optional',
  staff: { access: renewPack.access, isByDefault: false },
  due: (now) => sql`
    select p.tenant_id, p.id::text as subject, p.valid_until as occasion,
      p.valid_until - r.remind_days * interval '1 day' as due_at
    from pack p join pack_rule r on r.tenant_id = p.tenant_id and r.id = p.pack_rule_id
    where p.state = 'active' and p.valid_until > ${now} and p.valid_from < ${now}`,
  async tell(tx, packId, { configuration: { publicUrl } }) {
    const found = await findPack(tx, packId, false);
    if (found?.state !== 'active') return false;
    const lot = await requireLot(tx, found.lotId);
    const rule = await findRule(tx, found.packRuleId, false);
    const code = newCode(tx);
    await tx.query('update pack set renewal_code = $3 where tenant_id = $1 and id = $2', [tx.tenantId, packId, code]);
    tx.emit(packExpiring, {
      lotId: found.lotId,
      subjectId: packId,
      data: {
        packId,
        packNo: found.packNo,
        name: rule!.name,
        plate: found.plates,
        owner: found.ownerName,
        mobile: found.ownerPhone,
        // The last day on which the pack is valid.
        day: dayKey(found.validUntil.getTime() - 1, lot.timeZone),
        link: publicUrl ? new URL(`/renew/${code}`, publicUrl).href : null,
      },
    });
    return true;
  },
};
