import { retainedTable, serveReport } from '@boyun/kernel/server';
import { lcdPlayList, lcdPlaySum } from './lcd-play.contract.ts';

const joins = 'join lcd_programme p on p.tenant_id = s.tenant_id and p.id = s.programme_id';
const shows = { playCount: 's.play_count', seconds: 's.seconds' };

/** What displays showed: hour by hour, and by programme. */
export const lcdPlayReports = [
  serveReport(lcdPlayList, {
    from: 'lcd_play',
    as: 's',
    joins,
    lot: 's.lot_id',
    own: null,
    period: 's.hour',
    columns: { kind: 'p.kind' },
    order: 's.hour desc, s.id desc',
    totals: shows,
  }),
  serveReport(lcdPlaySum, {
    from: 'lcd_play',
    as: 's',
    joins,
    lot: 's.lot_id',
    own: null,
    period: 's.hour',
    columns: {
      id: 's.programme_id',
      kind: 'p.kind',
      lcdCount: 'count(distinct s.lcd_id)::int',
      playCount: 'sum(s.play_count)::int',
      seconds: 'sum(s.seconds)::int',
      firstAt: 'min(s.first_at)',
      lastAt: 'max(s.last_at)',
    },
    groupBy: 's.programme_id, p.kind',
    order: 'sum(s.play_count) desc, s.programme_id',
    totals: { playCount: 'sum(s.play_count)', seconds: 'sum(s.seconds)' },
  }),
];

/** Shows are kept as long as passings. */
export const retainedPlays = retainedTable({ key: 'passing', part: 'shows', table: 'lcd_play' });
