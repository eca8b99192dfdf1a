import { useText, useUser } from '@boyun/kernel/web';
import { Link } from 'react-router';
import { useMenu } from '../shell/menu.ts';
import './welcome-page.css';

/** The first page of an account that has no console: who it is, and what is open to it. */
export function WelcomePage() {
  const t = useText();
  const user = useUser();
  const menu = useMenu();
  return (
    <section className="welcome">
      <h1>{t({ zh: '您好，{name}', en: 'Welcome, {name}' }, { name: user.realName || user.account })}</h1>
      <p className="by-hint">{user.tenantName}</p>
      {menu.length === 0 ? (
        <p>
          {t({
            zh: '您的账号目前没有开通任何功能。您可以在右上角修改密码或退出登录；如需使用，请联系贵单位的系统管理员开通。',
            en: 'No function is open to your account yet. You can change your password or sign out at the top right; ask your administrator for access.',
          })}
        </p>
      ) : (
        <>
          <p>{t({ zh: '您可以使用以下功能：', en: 'These functions are open to you:' })}</p>
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
        </>
      )}
    </section>
  );
}
