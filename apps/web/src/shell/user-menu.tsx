import { PRODUCT_VERSION } from '@boyun/kernel/contract';
import { usePhone, useText, useUser } from '@boyun/kernel/web';
import { ChevronDown, KeyRound, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { TopSheet } from './top-sheet.tsx';

/** The signed-in user, and the acts on the user's own account. */
export function UserMenu({
  onChangePassword,
  onChangePortrait,
  onLeave,
  children,
}: {
  onChangePassword: () => void;
  onChangePortrait: () => void;
  onLeave: () => void;
  /** Buttons for how the product looks, above those for the account. */
  children: ReactNode;
}) {
  const t = useText();
  const isPhone = usePhone();
  const user = useUser();
  const name = user.realName || user.account;
  const picture = (
    // The initial is a picture of the name next to it, not a text of its own.
    <span className="top-face" data-letter={name.slice(0, 1)}>
      {user.avatarUrl && <img src={user.avatarUrl} alt="" />}
    </span>
  );
  const face = (
    <>
      {picture}
      {!isPhone && <span>{name}</span>}
      {!isPhone && <ChevronDown />}
    </>
  );
  return (
    <TopSheet className="top-user" label={t({ zh: '{name}的菜单', en: 'Menu of {name}' }, { name })} face={face}>
      {(close) => (
        <>
          <div className="top-sheet-head has-face">
            {/* The menu itself does not offer the avatar (spec §1); the picture does. */}
            <button
              type="button"
              aria-label={t({ zh: '修改头像', en: 'Change avatar' })}
              title={t({ zh: '修改头像', en: 'Change avatar' })}
              onClick={() => {
                close();
                onChangePortrait();
              }}
            >
              {picture}
            </button>
            <b>{user.tenantName}</b>
            <span>{user.account}</span>
          </div>
          {children}
          <hr />
          <button
            type="button"
            onClick={() => {
              close();
              onChangePassword();
            }}
          >
            <KeyRound />
            {t({ zh: '修改密码', en: 'Change password' })}
          </button>
          <button
            type="button"
            onClick={() => {
              close();
              onLeave();
            }}
          >
            <LogOut />
            {t({ zh: '退出登录', en: 'Sign out' })}
          </button>
          <p className="top-sheet-foot">
            {t({ zh: '版本 {version}', en: 'Version {version}' }, { version: PRODUCT_VERSION })}
          </p>
        </>
      )}
    </TopSheet>
  );
}
