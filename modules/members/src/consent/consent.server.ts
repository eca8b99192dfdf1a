import { handle } from '@boyun/kernel/server';
import { customerOf } from '../session/driver-session.service.ts';
import { getPrivacyTexts, giveConsent, publishPrivacyText } from './consent.contract.ts';
import { nameOfTenant, recordConsent, requireCurrent } from './consent.service.ts';
import { privacyPublished } from './consent-event.contract.ts';
import { standardText } from './standard-text.service.ts';

interface Version {
  readonly version: number;
  readonly publishedAt: Date;
  readonly publishedBy: string;
  readonly textZh: string;
  readonly textEn: string;
}

/** The privacy text: its versions, and consents to it. */
export const consentServers = [
  handle(getPrivacyTexts, async (tx) => {
    const published = await tx.query<Version>(
      `select version, published_at, published_by, text_zh, text_en from privacy_text
       where tenant_id = $1 order by version desc`,
      [tx.tenantId],
    );
    const counts = await tx.query<{ version: number; count: number }>(
      'select version, count(*)::int as count from customer_consent where tenant_id = $1 group by version',
      [tx.tenantId],
    );
    const [tenant] = await tx.query<{ createdAt: Date }>('select created_at from tenant where id = $1', [tx.tenantId]);
    const { zh, en } = standardText(await nameOfTenant(tx));
    const own = { version: 0, publishedAt: tenant!.createdAt, publishedBy: '', textZh: zh, textEn: en };
    return {
      versions: [...published, own].map((one) => ({
        ...one,
        consentCount: counts.find(({ version }) => version === one.version)?.count ?? 0,
      })),
    };
  }),
  handle(publishPrivacyText, async (tx, { textZh, textEn }, act) => {
    await tx.lock('privacy-text');
    const [row] = await tx.query<{ version: number }>(
      `insert into privacy_text (tenant_id, version, published_at, published_by, text_zh, text_en)
       select $1, coalesce(max(version), 0) + 1, $2, $3, $4, $5 from privacy_text where tenant_id = $1 returning version`,
      [tx.tenantId, tx.now, tx.who.name, textZh, textEn],
    );
    const { version } = row!;
    tx.emit(privacyPublished, { lotId: null, subjectId: null, data: { version } });
    act.describe({ subject: `v${version}`, after: { version } });
    return { version };
  }),
  handle(giveConsent, async (tx, { consentVersion }, act) => {
    const customerId = customerOf(tx);
    await requireCurrent(tx, consentVersion);
    await recordConsent(tx, customerId, consentVersion, tx.who.address ?? '');
    act.describe({ subjectKind: 'customer', subjectId: customerId, after: { version: consentVersion } });
    return {};
  }),
];
