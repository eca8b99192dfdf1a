import { useText } from '@boyun/kernel/web';

/** Shown when there is no poster: loading, no code in the address, or the error. */
export function ShareNote({ problem }: { problem: string | null }) {
  const t = useText();
  return (
    <section className="driver-card driver-blank">
      {problem === null ? (
        <p>{t({ zh: '正在加载…', en: 'One moment…' })}</p>
      ) : (
        <>
          <b>{problem || t({ zh: '请扫描海报上的二维码打开', en: 'Open this page with the code on a poster' })}</b>
          <a href="/">{t({ zh: '管理人员登录', en: 'Sign-in for staff' })}</a>
        </>
      )}
    </section>
  );
}
