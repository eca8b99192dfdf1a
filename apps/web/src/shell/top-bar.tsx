import './top-bar.css';
import { Confirm, setLanguage, setTheme, tell, useLanguage, usePhone, useText, useTheme } from '@boyun/kernel/web';
import { ChangePassword } from '@boyun/people/web';
import { Languages, Maximize, Minimize, Moon, PanelLeftClose, PanelLeftOpen, Siren, Sun } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { pageOfKey } from '../page-registry.tsx';
import { useAlarmCount } from './alarm-popup.tsx';
import { useMenu } from './menu.ts';
import { trailTo } from './menu-tree.ts';
import { signOut } from './sign-out.ts';
import { UserMenu } from './user-menu.tsx';

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="top-tool" aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  );
}

/** The bar at the top: menu toggle, where one is, alarms, language, look, full screen, the user's own menu. */
export function TopBar({
  shownPath,
  isMenuOpen,
  onMenu,
}: {
  /** Own address of the page shown. */
  shownPath: string;
  isMenuOpen: boolean;
  onMenu: () => void;
}) {
  const t = useText();
  const language = useLanguage();
  const theme = useTheme();
  const isPhone = usePhone();
  const alarms = useAlarmCount();
  const alarmPage = pageOfKey('alarmDispose');
  const { pathname } = useLocation();
  const trail = trailTo(useMenu(), shownPath);
  const [asksLeave, setAsksLeave] = useState(false);
  const [changesPassword, setChangesPassword] = useState(false);
  const isDark = pathname.includes('/dashboard');

  const switchLanguage = () => {
    setLanguage(language === 'zh' ? 'en' : 'zh');
    tell('good', { zh: '切换语言成功', en: 'switch language success' });
  };
  const switchTheme = () => {
    setTheme(theme === 'dark' ? 'light' : 'dark');
    tell('good', { zh: '换肤成功', en: 'Theme changed' });
  };
  return (
    <header className={isDark ? 'top is-dark' : 'top'}>
      <Tool
        label={t(isMenuOpen ? { zh: '收起菜单', en: 'Fold the menu' } : { zh: '展开菜单', en: 'Open the menu' })}
        onClick={onMenu}
      >
        {isMenuOpen ? <PanelLeftClose /> : <PanelLeftOpen />}
      </Tool>
      <div className="top-trail">
        {trail.map((node, index) => (
          <span key={node.title.zh} className={index === trail.length - 1 ? 'is-last' : undefined}>
            {t(node.title)}
          </span>
        ))}
      </div>
      <span className="by-grow" />
      {alarmPage && (
        <Link
          to={alarmPage.path}
          className="top-tool"
          aria-label={t({ zh: '报警（{count} 条新）', en: 'Alarms ({count} new)' }, { count: alarms })}
          title={t(alarmPage.title)}
        >
          <Siren />
          {alarms > 0 && <span className="top-dot">{alarms > 99 ? '99+' : alarms}</span>}
        </Link>
      )}
      {!isPhone && <FullScreenTool />}
      <Tool
        label={t(theme === 'dark' ? { zh: '浅色', en: 'Light look' } : { zh: '深色', en: 'Dark look' })}
        onClick={switchTheme}
      >
        {theme === 'dark' ? <Sun /> : <Moon />}
      </Tool>
      <Tool label={language === 'zh' ? 'English' : '中文'} onClick={switchLanguage}>
        <Languages />
      </Tool>
      <UserMenu onChangePassword={() => setChangesPassword(true)} onLeave={() => setAsksLeave(true)} />
      {changesPassword && (
        <Suspense fallback={null}>
          <ChangePassword
            isForced={false}
            onDone={() => setChangesPassword(false)}
            onClose={() => setChangesPassword(false)}
          />
        </Suspense>
      )}
      <Confirm
        isOpen={asksLeave}
        text={t({ zh: '确定退出吗?', en: 'Sign out?' })}
        onConfirm={signOut}
        onClose={() => setAsksLeave(false)}
      />
    </header>
  );
}

function FullScreenTool() {
  const t = useText();
  const [isFull, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const listen = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', listen);
    return () => document.removeEventListener('fullscreenchange', listen);
  }, []);
  const toggle = () => {
    if (!document.fullscreenEnabled) tell('warn', 'you browser can not work');
    else if (isFull) void document.exitFullscreen();
    else void document.documentElement.requestFullscreen();
  };
  return (
    <Tool
      label={t(isFull ? { zh: '退出全屏', en: 'Leave full screen' } : { zh: '全屏', en: 'Full screen' })}
      onClick={toggle}
    >
      {isFull ? <Minimize /> : <Maximize />}
    </Tool>
  );
}
