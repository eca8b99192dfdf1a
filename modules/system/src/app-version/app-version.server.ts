import { fillLabel, Refusal, type ReportRow } from '@boyun/kernel/contract';
import { handle, type Kernel, serveReport, type TenantTx } from '@boyun/kernel/server';
import { insertAnnouncement } from '../announcement/announcement.service.ts';
import {
  App,
  appVersionList,
  appVersionRefusal,
  checkAppVersion,
  publishAppVersion,
  withdrawAppVersion,
} from './app-version.contract.ts';
import { appVersionPublished, appVersionWithdrawn } from './app-version-event.contract.ts';

interface Version {
  readonly id: string;
  readonly at: Date;
  readonly app: keyof typeof App;
  readonly number: string;
  readonly isForced: boolean;
  readonly package: string | null;
  readonly packageUrl: string | null;
  readonly notesZh: string;
  readonly notesEn: string;
  readonly isAnnounced: boolean;
  readonly writer: string;
}

const COLUMNS = `v.id, v.at, v.app, v.number, v.is_forced, v.package, v.package_url,
  v.notes_zh, v.notes_en, v.announcement_id is not null as "isAnnounced", v.writer`;
/** SQL sort key of a version number: 2.10 comes after 2.9. */
const ORDER = `string_to_array(v.number, '.')::int[]`;

const inForce = (tx: TenantTx, app: string) =>
  tx.query<Version>(
    `select ${COLUMNS} from app_version v where v.app = $1 and v.withdrawn_at is null order by ${ORDER} desc`,
    [app],
  );

/** Returns whether a version number is greater than another, compared part by part. */
function isNewer(one: string, other: string): boolean {
  const [left, right] = [one, other].map((each) => each.split('.').map(Number));
  for (let index = 0; index < 4; index += 1) {
    const difference = (left![index] ?? 0) - (right![index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

const downloadOf = ({ files }: Pick<Kernel, 'files'>, one: Version) =>
  one.package ? files.sign(one.package, `${one.app}-${one.number}.apk`) : one.packageUrl;

/** Operations on app versions: published by the platform, queried by the apps. */
export const appVersionOperations = [
  handle(publishAppVersion, async (tx, input, act) => {
    const [latest] = await inForce(tx, input.app);
    if (latest && !isNewer(input.number, latest.number)) {
      const rule = appVersionRefusal['not-newer'];
      const params = { number: latest.number };
      throw new Refusal(rule, params, [{ path: 'Number', ...fillLabel(rule, params) }]);
    }
    const { zh, en } = App[input.app];
    const announcementId = input.isAnnounced
      ? await insertAnnouncement(tx, {
          number: input.number,
          titleZh: `${zh} ${input.number}`,
          titleEn: `${en} ${input.number}`,
          bodyZh: input.notesZh,
          bodyEn: input.notesEn,
          product: 1,
          projects: [],
          hasToBeReviewed: true,
        })
      : null;
    const id = tx.newId();
    await tx.query(
      `insert into app_version (id, at, app, number, is_forced, package, package_url, notes_zh, notes_en, announcement_id, writer)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        id,
        tx.now,
        input.app,
        input.number,
        input.isForced,
        input.package,
        input.packageUrl,
        input.notesZh,
        input.notesEn,
        announcementId,
        tx.who.name,
      ],
    );
    tx.emit(appVersionPublished, { subjectId: id, data: { app: input.app, number: input.number } });
    act.describe({ subjectKind: 'app-version', subjectId: id, subject: `${zh} ${input.number}`, after: input });
    return { id };
  }),
  handle(withdrawAppVersion, async (tx, { appVersionId }, act) => {
    const [row] = await tx.query<{ app: keyof typeof App; number: string }>(
      `with gone as (
         update app_version set withdrawn_at = $2 where id = $1 and withdrawn_at is null returning app, number, announcement_id
       ), silent as (
         update announcement set withdrawn_at = $2, version = version + 1
         where id = (select announcement_id from gone) and withdrawn_at is null
       )
       select app, number from gone`,
      [appVersionId, tx.now],
    );
    if (!row) throw new Refusal(appVersionRefusal['not-found']);
    tx.emit(appVersionWithdrawn, { subjectId: appVersionId, data: row });
    act.describe({
      subjectKind: 'app-version',
      subjectId: appVersionId,
      subject: `${App[row.app].zh} ${row.number}`,
      before: row,
    });
    return {};
  }),
  handle(checkAppVersion, async (tx, { app, number }, _act, kernel) => {
    const newer = (await inForce(tx, app)).filter((one) => isNewer(one.number, number));
    const [latest] = newer;
    return {
      hasUpdate: latest !== undefined,
      // An app that skipped a mandatory version must still update.
      isForced: newer.some((one) => one.isForced),
      number: latest?.number ?? null,
      downloadUrl: latest ? downloadOf(kernel, latest) : null,
      notesZh: latest?.notesZh ?? null,
      notesEn: latest?.notesEn ?? null,
    };
  }),
];

/** The published versions. */
export const appVersionReport = serveReport(appVersionList, ({ kernel }) => ({
  from: 'app_version',
  as: 'v',
  tenant: null,
  lot: null,
  own: null,
  where: ['v.withdrawn_at is null'],
  columns: { downloadUrl: null, isAnnounced: 'v.announcement_id is not null' },
  extra: { package: 'v.package', packageUrl: 'v.package_url' },
  sorts: { number: ORDER },
  order: 'v.at desc, v.id desc',
  finish: (rows: (ReportRow<typeof appVersionList> & Version)[]) =>
    rows.map((row) => ({ ...row, downloadUrl: downloadOf(kernel, row) })),
}));
