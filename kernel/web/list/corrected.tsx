import { type Report, rowsFilters } from '@boyun/kernel/contract';
import { Link } from 'react-router';
import { useText } from '../language.ts';
import { can } from '../permission.tsx';
import { useListing } from '../query.ts';
import { tenantZone } from '../session.ts';
import type { ListContext } from './list-place.tsx';
import { listLink } from './list-url.ts';

/** Says how many records of the period were corrected afterwards, with a link to them; nothing where there are none. */
export default function Corrected({ source, context }: { source: Report; context: ListContext<unknown> }) {
  const t = useText();
  const at = source.corrected!;
  // Whatever rows are grouped by, what they count was corrected.
  const { by: _, ...sent } = context.sent;
  const filters = sent.from && sent.to ? rowsFilters(at, { ...source, columns: {} }, {}, sent, tenantZone()) : null;
  const isOff = !filters || !can(at.list.access);
  const asked = useListing(at.list as Report, { ...filters, page: 1, perPage: 1 }, { isOff });
  const count = isOff ? 0 : (asked.data?.total ?? 0);
  if (count === 0) return null;
  return (
    <p className="by-compared-hint">
      {t({
        zh: '这段时间的数据已按事后的作废与更正调整：',
        en: 'Adjusted for what was voided or corrected afterwards: ',
      })}
      <Link to={listLink(at.page, filters!)}>{t({ zh: '{n}笔', en: '{n} stays' }, { n: count })}</Link>
    </p>
  );
}
