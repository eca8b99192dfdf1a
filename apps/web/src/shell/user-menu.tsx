import { usePhone, useText, useUser } from '@boyun/kernel/web';
import { ChevronDown, KeyRound, LogOut } from 'lucide-react';
import { type FocusEvent, useRef, useState } from 'react';

/** Who is signed in, and what they can do with their own account. */
export function UserMenu({ onChangePassword, onLeave }: { onChangePassword: () => void; onLeave: () => void }) {
  const t = useText();
  const isPhone = usePhone();
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const name = user.realName || user.account;
  const leaveFocus = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that focus leaves, and Escape
    <div
      className="user-menu"
      onBlur={leaveFocus}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        setOpen(false);
        opener.current?.focus();
      }}
    >
      <button
        ref={opener}
        type="button"
        className="top-user"
        aria-expanded={isOpen}
        aria-label={t({ zh: '{name}的菜单', en: 'Menu of {name}' }, { name })}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="top-face">{user.avatarUrl ? <img src={user.avatarUrl} alt="" /> : name.slice(0, 1)}</span>
        {!isPhone && <span>{name}</span>}
        {!isPhone && <ChevronDown />}
      </button>
      {isOpen && (
        <div className="user-menu-sheet">
          <p>
            <b>{user.tenantName}</b>
            <span>{user.account}</span>
          </p>
          <button
            type="button"
            onClick={() => {
              setOpen(false);
              onChangePassword();
            }}
          >
            <KeyRound />
            {t({ zh: '修改密码', en: 'Change password' })}
          </button>
          <button
            type="button"
            onClick={() => {
              setOpen(false);
              onLeave();
            }}
          >
            <LogOut />
            {t({ zh: '退出登录', en: 'Sign out' })}
          </button>
        </div>
      )}
    </div>
  );
}
