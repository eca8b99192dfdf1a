import type { Kernel } from '@boyun/kernel/server';

/** Release notes, announced to all tenants when a server of that release first starts. */
const RELEASES = [
  {
    id: '019aa000-0000-7000-8000-000000001215',
    number: '1.0.1215',
    titleZh: '泊云停车管理云平台 1.0.1215',
    titleEn: 'Boyun parking cloud 1.0.1215',
    bodyZh: [
      '收费规则支持草稿、审核、定时发布和回放，发布后的版本不再变更',
      '车道监控实时显示过车、放行与收费，断线自动恢复',
      '订单、过车、支付一一对应，可随时核对',
      '新增消息中心与版本更新历史',
    ],
    bodyEn: [
      'Charge rules are drafted, reviewed, published from a moment and replayed; a published version never changes',
      'The lane monitor shows passings, barriers and payments live and comes back by itself',
      'Orders, passings and payments match one another and can be verified at any time',
      'New: message centre and version history',
    ],
  },
] as const;

const asText = (lines: readonly string[]) => lines.map((line) => `· ${line}`).join('\n');

/** Inserts missing announcements of releases; withdrawn ones are not inserted again. */
export async function announceReleases(kernel: Pick<Kernel, 'database' | 'clock'>): Promise<void> {
  for (const { id, number, titleZh, titleEn, bodyZh, bodyEn } of RELEASES)
    await kernel.database.system(
      `insert into announcement (id, at, number, title_zh, title_en, body_zh, body_en, product, has_review, writer)
       values ($1, $2, $3, $4, $5, $6, $7, 1, true, 'Boyun')
       on conflict (id) do nothing`,
      [id, kernel.clock.now(), number, titleZh, titleEn, asText(bodyZh), asText(bodyEn)],
    );
}
