import { useText, useUser } from '@boyun/kernel/web';
import { Link } from 'react-router';
import { useMenu } from '../shell/menu.ts';
import './welcome-page.css';

/** The first page of an account without a console: its name and its permitted functions. */
export function WelcomePage() {
  const t = useText();
  const user = useUser();
  const menu = useMenu();
  return (
    <section className="welcome">
      <h1>{t({ zh: '您好，{name}', en: 'Welcome, {name}' }, { name: user.realName || user.account })}</h1>
      <p className="by-hint">{user.tenantName}</p>
      <p>{t({ zh: '您可以使用以下功能：', en: 'You have access to:' })}</p>
      {menu.map((area) => (
        <div key={area.title.en} className="welcome-area">
          <h2>{t(area.title)}</h2>
          {area.children.map(
            ({ path, title }) =>
              path && (
                <Link key={path} to={path}>
                  {t(title)}
                </Link>
              ),
          )}
        </div>
      ))}
      {user.permissions.length === 0 && (
        <p className="by-hint">
          {t({
            zh: '您的账号目前没有业务权限。如需使用，请联系贵单位的系统管理员开通。',
            en: 'Your account has no permissions yet. Ask your administrator for access.',
          })}
        </p>
      )}
    </section>
  );
}
