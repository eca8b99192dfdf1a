import { Refusal } from '@boyun/kernel/contract';
import { handle, serveResource } from '@boyun/kernel/server';
import { chargeRule, chargingRefusal, createFromTemplate } from '../charge-rule/charge-rule.contract.ts';
import { lockRule, tariffOfTemplate } from '../charge-rule/charge-rule.service.ts';
import { findVersions } from '../tariff-version/tariff-version.queries.ts';
import { inForceOf, openOf, putInForce, startDraft } from '../tariff-version/tariff-version.service.ts';
import { ruleStarted } from '../tariff-version/tariff-version-event.contract.ts';

export const chargeRuleServer = serveResource(chargeRule, {
  async beforeWrite(tx, values, before) {
    if (before) {
      await lockRule(tx, before.id);
      if (values.template) throw new Refusal(chargingRefusal['template-at-start']);
    }
    return values;
  },
  async afterWrite(tx, row, before) {
    if (!before && row.template) await startDraft(tx, row.id, [], tariffOfTemplate(row.template));
  },
  async beforeDelete(tx, row) {
    await lockRule(tx, row.id);
    // The foreign key keeps a rule with published versions.
    await tx.query(
      `delete from charge_rule_version where tenant_id = $1 and charge_rule_id = $2 and state in ('draft', 'in-review', 'approved')`,
      [tx.tenantId, row.id],
    );
  },
  async afterRead(tx, rows) {
    const all = await findVersions(
      tx,
      rows.map((row) => row.id),
    );
    for (const row of rows) {
      const versions = all.filter((one) => one.chargeRuleId === row.id);
      const current = inForceOf(versions) ?? versions.find((one) => one.state === 'scheduled') ?? null;
      const open = openOf(versions);
      const shown = current ?? open;
      row.versionNumber = current?.number ?? null;
      row.state = current?.state ?? null;
      row.openNumber = open?.number ?? null;
      row.openState = open?.state ?? null;
      row.readingZh = shown?.readingZh ?? '';
      row.readingEn = shown?.readingEn ?? '';
      row.tariff = shown?.tariff ?? null;
    }
  },
});

export const createFromTemplateServer = handle(createFromTemplate, async (tx, { name, template, remark }, act) => {
  const id = tx.newId();
  await tx.query(
    'insert into charge_rule (tenant_id, id, created_at, updated_at, name, remark) values ($1, $2, $3, $3, $4, $5)',
    [tx.tenantId, id, tx.now, name, remark],
  );
  await startDraft(tx, id, [], tariffOfTemplate(template));
  const [version] = await findVersions(tx, [id]);
  await putInForce(tx, version!.id, tx.now);
  tx.emit(ruleStarted, { subjectId: id, data: { id, number: 1 } });
  act.describe({
    subjectKind: chargeRule.name,
    subjectId: id,
    subject: name,
    after: { name, template, remark, readingZh: version!.readingZh },
  });
  return { id };
});
