import { type ModuleContract, type Page, periodKeys, type Report } from '@boyun/kernel/contract';
import { handle, handleFreely, isAllowed, type Who } from '@boyun/kernel/server';
import { mayExport } from '../schedule/schedule.service.ts';
import { getReportHub, markReport } from './hub.contract.ts';
import { reportMarked } from './hub-event.contract.ts';

/** Key of the page of the hub itself. */
const HUB = 'reportHub';

/** Some reports are in the menu beside what they report about. */
const isReport = ({ area, path }: Page) => area === 'report' || path.startsWith('/reportData/');

/** The pages of reports that a caller may open. */
function pagesFor(contracts: readonly ModuleContract[], who: Who): Page[] {
  return contracts
    .flatMap((one) => one.pages)
    .filter((one) => isReport(one) && one.key !== HUB && !one.isHidden && isAllowed(one.access, who));
}

/** The reports of a page: the one it is the list of, or those with its access. */
function reportsOf(page: Page, all: readonly Report[]): readonly Report[] {
  if (page.report) return [page.report];
  const { access } = page;
  return typeof access === 'object'
    ? all.filter((one) => typeof one.access === 'object' && one.access.name === access.name)
    : [];
}

/** What the hub shows, and what is marked there. */
export const hubOperations = [
  handle(getReportHub, async (tx, _input, _act, { contracts }) => {
    const marks = await tx.query<{ page: string; isFavourite: boolean; usedAt: Date | null; useCount: number }>(
      'select page, is_favourite, used_at, use_count from report_mark where tenant_id = $1 and account_id = $2',
      [tx.tenantId, tx.who.userId],
    );
    const markOf = new Map(marks.map((one) => [one.page, one]));
    const reports = contracts.flatMap((one) => one.reports);
    return {
      pages: pagesFor(contracts, tx.who).map((page) => ({
        key: page.key,
        path: page.path,
        icon: page.icon,
        title: page.title,
        isFavourite: markOf.get(page.key)?.isFavourite ?? false,
        usedAt: markOf.get(page.key)?.usedAt ?? null,
        useCount: markOf.get(page.key)?.useCount ?? 0,
        reports: reportsOf(page, reports)
          .filter((one) => mayExport(tx.who, one))
          .map(({ name, title, filters }) => ({ name, title, hasPeriod: periodKeys(filters) !== null })),
      })),
    };
  }),
  // Opening a page is not worth an entry of the audit log; only favourites are.
  handleFreely(markReport, (kernel, { page, isFavourite, isOpened }, { who }) =>
    kernel.database.inTenant(who!, async (tx) => {
      if (!pagesFor(kernel.contracts, tx.who).some((one) => one.key === page)) return {};
      await tx.query(
        `insert into report_mark (tenant_id, account_id, page, is_favourite, used_at, use_count)
         values ($1, $2, $3, coalesce($4, false), $5, $6)
         on conflict (tenant_id, account_id, page) do update set is_favourite = coalesce($4, report_mark.is_favourite),
           used_at = coalesce($5, report_mark.used_at), use_count = report_mark.use_count + $6`,
        [tx.tenantId, tx.who.userId, page, isFavourite, isOpened ? tx.now : null, isOpened ? 1 : 0],
      );
      if (isFavourite !== null) {
        tx.emit(reportMarked, { subjectId: null, data: { page, isFavourite } });
        tx.audit({ action: markReport.audit!, subjectKind: 'report-mark', subject: page, after: { isFavourite } });
      }
      return {};
    }),
  ),
];
