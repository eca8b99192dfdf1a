import type { Access, Label } from '@boyun/kernel/contract';
import { Button, type ButtonProps, Tooltip, type TooltipProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from './language.ts';
import { currentUser } from './session.ts';

/** Whether the signed-in user has the required access; administrators have all. */
export function can(access: Access): boolean {
  if (access === 'public') return true;
  const user = currentUser();
  if (!user || access === 'device' || access === 'driver') return false;
  if (access === 'signed-in' || access === 'own-session') return true;
  if (access === 'platform') return user.roles.includes('platform');
  if (user.withheld.includes(access.name)) return false;
  return (
    user.isAdmin || user.roles.includes('admin') || (!access.isAdminOnly && user.permissions.includes(access.name))
  );
}

/** Renders its children only for users with the access, and `otherwise` for the others (default nothing). */
export function Allowed({ to, otherwise, children }: { to: Access; otherwise?: ReactNode; children: ReactNode }) {
  return can(to) ? children : (otherwise ?? null);
}

/** Props of an ActButton: antd's, plus the required access and the reason why the act is not possible now. */
export interface ActButtonProps extends Omit<ButtonProps, 'onClick' | 'disabled' | 'loading'> {
  /** Access required for the act; without it the button is not rendered. */
  readonly access?: Access;
  /** Why the act is not possible now (from a transition table); the button is then disabled with this reason. */
  readonly disabledReason?: Label | null;
  /** The button shows a busy state until the promise settles. */
  readonly onAct: () => unknown;
}

/** The reason is shown on hover and on focus. */
const WHY_TRIGGER: TooltipProps['trigger'] = ['hover', 'focus'];

/** Gives a button the reason why it is disabled, if it has one: on hover and on focus. */
export function DisabledReason({
  reason,
  children,
}: {
  reason: Label | null | undefined;
  children: (isDisabled: boolean) => ReactNode;
}) {
  const t = useText();
  if (!reason) return children(false);
  return (
    <Tooltip title={t(reason)} trigger={WHY_TRIGGER}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a disabled button receives no pointer: the reason hangs on its wrapper, which the keyboard reaches too */}
      <span className="by-why" tabIndex={0}>
        {children(true)}
      </span>
    </Tooltip>
  );
}

/** The button of an act: absent without access, disabled with a reason, busy while the act runs. */
export function ActButton({ access, disabledReason, onAct, children, ...rest }: ActButtonProps) {
  const [isBusy, setBusy] = useState(false);
  if (access && !can(access)) return null;
  const act = async () => {
    setBusy(true);
    try {
      await onAct();
    } catch {
      // The transport has already shown the error.
    } finally {
      setBusy(false);
    }
  };
  return (
    <DisabledReason reason={disabledReason}>
      {(isDisabled) => (
        <Button {...rest} disabled={isDisabled} loading={isBusy} onClick={act}>
          {children}
        </Button>
      )}
    </DisabledReason>
  );
}
