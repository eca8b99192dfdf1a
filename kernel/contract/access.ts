import type { Label } from './label.ts';

/** The right to one act; the same value guards the call, the button and the menu. */
export interface Permission {
  readonly name: string;
  readonly label: Label;
  /** Only administrators have it; a role that names it gives nothing. */
  readonly isAdminOnly?: boolean;
}

/**
 * Who may make a call. `public`: anybody; `signed-in`: every account of the tenant; `own-session`: the same, also while its
 * password must be changed first; `platform`: the platform operator's staff alone; `device`: an authenticated device; a
 * permission: whoever holds it (the role `admin` holds all).
 */
export type Access = 'public' | 'signed-in' | 'own-session' | 'platform' | 'device' | Permission;

/** Declares a permission by its stable name `<thing>.<act>`. */
export function permission(name: string, label: Label): Permission {
  return { name, label };
}
