import { event, integer, text } from '@boyun/kernel/contract';

const fields = { tenantId: integer({ zh: '租户', en: 'Tenant' }) };

/** A tenant was frozen. */
export const tenantFrozen = event('tenant.frozen', { label: { zh: '冻结租户', en: 'A tenant was frozen' }, fields });

/** A tenant was unfrozen. */
export const tenantUnfrozen = event('tenant.unfrozen', {
  label: { zh: '解冻租户', en: 'A tenant was unfrozen' },
  fields,
});

/** A tenant was changed. */
export const tenantUpdated = event('tenant.updated', { label: { zh: '修改租户', en: 'A tenant was changed' }, fields });

/** The trial of a tenant was changed. */
export const tenantTrialChanged = event('tenant.trial-changed', {
  label: { zh: '切换试用', en: 'The trial of a tenant was changed' },
  fields,
});

/** The deletion of a tenant was requested. */
export const tenantDeletionRequested = event('tenant.deletion-requested', {
  label: { zh: '申请注销租户', en: 'The deletion of a tenant was requested' },
  fields,
});

/** The deletion of a tenant was stopped. */
export const tenantDeletionStopped = event('tenant.deletion-stopped', {
  label: { zh: '撤销注销租户', en: 'The deletion of a tenant was stopped' },
  fields,
});

/** A tenant was exported. */
export const tenantExported = event('tenant.exported', {
  label: { zh: '导出租户', en: 'A tenant was exported' },
  fields,
});

/** The product of a tenant was changed. */
export const tenantProductChanged = event('tenant.product-changed', {
  label: { zh: '调整租户产品', en: 'The product of a tenant was changed' },
  fields,
});

/** The export of a tenant was downloaded. */
export const tenantExportDownloaded = event('tenant.export-downloaded', {
  label: { zh: '下载租户数据', en: 'The export of a tenant was downloaded' },
  fields,
});

/** The erasure of a tenant began. */
export const tenantErasing = event('tenant.erasing', {
  label: { zh: '开始清除租户', en: 'The erasure of a tenant began' },
  fields,
});

/** A tenant was erased. */
export const tenantErased = event('tenant.erased', { label: { zh: '清除租户', en: 'A tenant was erased' }, fields });

/** A tenant was added. */
export const tenantAdded = event('tenant.added', { label: { zh: '新增租户', en: 'A tenant was added' }, fields });

/** A tenant was made. */
export const tenantCreated = event('tenant.created', {
  label: { zh: '创建租户', en: 'A tenant was made' },
  fields: {
    code: text({ zh: '代码', en: 'Code' }, { max: 64 }),
    name: text({ zh: '名称', en: 'Name' }, { max: 255 }),
    kind: text({ zh: '类型', en: 'Kind' }, { max: 16 }),
  },
});
