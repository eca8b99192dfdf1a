import type { Access, Label } from '@boyun/kernel/contract';
import { Button, type ButtonProps, Tooltip, type TooltipProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from './language.ts';
import { currentUser } from './session.ts';

/** Whether the signed-in user may do what this access guards; an administrator may do everything. */
export function may(access: Access): boolean {
  if (access === 'public') return true;
  const user = currentUser();
  if (!user || access === 'device') return false;
  if (access === 'signed-in' || access === 'own-session') return true;
  if (access === 'platform') return user.roles.includes('platform');
  if (user.withheld.includes(access.name)) return false;
  return (
    user.isAdmin || user.roles.includes('admin') || (!access.isAdminOnly && user.permissions.includes(access.name))
  );
}

/** Shows its children only to whoever may; `otherwise` to the others (default nothing). */
export function Allowed({ to, otherwise, children }: { to: Access; otherwise?: ReactNode; children: ReactNode }) {
  return may(to) ? children : (otherwise ?? null);
}

/** Props of an ActButton: antd's, plus the act's right and the reason why it is not possible now. */
export interface ActButtonProps extends Omit<ButtonProps, 'onClick' | 'disabled' | 'loading'> {
  /** Right that the act needs; without it the button is absent. */
  readonly access?: Access;
  /** Why the act is not possible now (from a transition table); the button is then disabled and says so. */
  readonly whyNot?: Label | null;
  /** The button shows that it works until the promise settles. */
  readonly onAct: () => unknown;
}

/** The reason is shown to the pointer and to the keyboard. */
const WHY_TRIGGER: TooltipProps['trigger'] = ['hover', 'focus'];

/** The button of an act: absent without the right, disabled with its reason, busy while it runs. */
export function ActButton({ access, whyNot, onAct, children, ...rest }: ActButtonProps) {
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  if (access && !may(access)) return null;
  const act = async () => {
    setBusy(true);
    try {
      await onAct();
    } catch {
      // The transport has already told the user.
    } finally {
      setBusy(false);
    }
  };
  const button = (
    <Button {...rest} disabled={Boolean(whyNot)} loading={isBusy} onClick={act}>
      {children}
    </Button>
  );
  if (!whyNot) return button;
  return (
    <Tooltip title={t(whyNot)} trigger={WHY_TRIGGER}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a disabled button receives no pointer: the reason hangs on its wrapper, which the keyboard reaches too */}
      <span className="by-why" tabIndex={0}>
        {button}
      </span>
    </Tooltip>
  );
}
