import './announcement.css';
import { dayText, useText } from '@boyun/kernel/web';
import { Megaphone } from 'lucide-react';
import { Link } from 'react-router';
import { bulletin } from './bulletin.contract.ts';
import { useUnreadBulletins } from './unread-bulletins.view.ts';

const SHOWN = 3;

/** The unread announcements to the user on the console; nothing where there are none. */
export default function ConsoleBulletins() {
  const t = useText();
  const unread = useUnreadBulletins();
  if (!unread || unread.count === 0) return null;
  return (
    <section className="by-card-box bulletin-strip" aria-label={t(bulletin.title)}>
      <Megaphone aria-hidden />
      <ul>
        {unread.bulletins.slice(0, SHOWN).map((one) => (
          <li key={one.id}>
            <Link to={`/_cloud_Public/announcement?open=${one.id}`}>{one.name}</Link>
            <span className="by-faint by-small">{one.excerpt}</span>
            <time className="by-faint by-figure" dateTime={one.validFrom.toISOString()}>
              {dayText(one.validFrom)}
            </time>
          </li>
        ))}
      </ul>
      {unread.count > SHOWN && (
        <Link to="/_cloud_Public/announcement">
          {t({ zh: '全部 {count} 条未读', en: 'All {count} unread' }, { count: unread.count })}
        </Link>
      )}
    </section>
  );
}
