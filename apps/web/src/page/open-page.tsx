import '../login/login.css';
import { useText } from '@boyun/kernel/web';

/** An address of customers that the product does not serve yet: says so instead of asking them to sign in. */
export default function OpenPage() {
  const t = useText();
  return (
    <main className="login-open">
      <h1>{t({ zh: '此页面尚未开放', en: 'This page is not open yet' })}</h1>
      <p>{t({ zh: '如有疑问，请联系停车场管理方。', en: 'Please ask the operator of the parking lot.' })}</p>
      <a href="/">{t({ zh: '管理人员登录', en: 'Sign-in for staff' })}</a>
    </main>
  );
}
