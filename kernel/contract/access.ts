import type { Label } from './label.ts';

/** The right to one act; the same value guards the call, the button and the menu entry. */
export interface Permission {
  readonly name: string;
  readonly label: Label;
  /** Only administrators have it; granting it to a role has no effect. */
  readonly isAdminOnly?: boolean;
}

/**
 * Who may make a call. `public`: everyone; `signed-in`: every account of the tenant; `own-session`: the same, even before a required
 * password change; `platform`: the platform operator's staff only; `device`: an authenticated device; `driver`: a customer signed in with
 * the app, who may call nothing else but what is public; a permission: accounts that hold it (the role `admin` holds all).
 */
export type Access = 'public' | 'signed-in' | 'own-session' | 'platform' | 'device' | 'driver' | Permission;

/** Declares a permission by its stable name `<thing>.<act>`. */
export function permission(name: string, label: Label): Permission {
  return { name, label };
}
