import type { Values } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { publishAnnouncement } from './announcement.contract.ts';

/** Inserts an announcement for all tenants and returns its id. */
export async function insertAnnouncement(
  tx: TenantTx,
  input: Values<typeof publishAnnouncement.input>,
): Promise<string> {
  const id = tx.newId();
  await tx.query(
    `insert into announcement (id, at, number, title_zh, title_en, body_zh, body_en, product, projects, has_review, writer)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      tx.now,
      input.number,
      input.titleZh,
      input.titleEn,
      input.bodyZh,
      input.bodyEn,
      input.product,
      input.projects,
      input.hasToBeReviewed,
      tx.who.name,
    ],
  );
  return id;
}
