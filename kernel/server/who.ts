import type { Label, Language } from '../contract/label.ts';
import { seePhones } from '../contract/phone.ts';

/** Who acts: a signed-in account, a device, or the product itself; with everything that limits what may be seen. */
export interface Who {
  /** `key` is another program with an API key; it acts for no account. `driver` is a customer with the app; it has no account either. */
  readonly kind: 'user' | 'key' | 'device' | 'system' | 'visitor' | 'driver';
  /** The customer of a driver. */
  readonly customerId?: string;
  readonly tenantId: number;
  readonly userId: string | null;
  readonly account: string;
  readonly name: string;
  readonly sessionId: string | null;
  readonly isPlatform: boolean;
  readonly isAdmin: boolean;
  /** Until the password is changed, only changing it, signing out and reading the own name are allowed. */
  readonly hasToChangePassword: boolean;
  readonly roles: readonly string[];
  readonly permissions: ReadonlySet<string>;
  /** Permissions that no account of the tenant has, not even administrators, because its product has no page that uses them. */
  readonly withheld: ReadonlySet<string>;
  /** Lots the account may see and change; null for all lots of the tenant. */
  readonly lotIds: readonly string[] | null;
  /** Limits lists to rows the account created or handled, where the list records that. */
  readonly isOwnOnly: boolean;
  /** May read but not change anything: impersonation of a role, or support of a tenant. */
  readonly isReadOnly: boolean;
  readonly language: Language;
  /** IANA zone of wire times without a zone. */
  readonly zone: string;
  readonly address: string | null;
  readonly requestId: string | null;
}

/** Returns the product itself as actor in a tenant: consumers, jobs, sweeps. */
export function systemWho(tenantId: number, account = 'system'): Who {
  return {
    kind: 'system',
    tenantId,
    userId: null,
    account,
    name: account,
    sessionId: null,
    isPlatform: false,
    isAdmin: true,
    hasToChangePassword: false,
    roles: [],
    permissions: new Set(),
    withheld: new Set(),
    lotIds: null,
    isOwnOnly: false,
    isReadOnly: false,
    language: 'zh',
    zone: 'Asia/Shanghai',
    address: null,
    requestId: null,
  };
}

/** Whether phone numbers are masked for an account. */
export function hidesPhones({ isAdmin, permissions, withheld }: Who): boolean {
  return withheld.has(seePhones.name) || !(isAdmin || permissions.has(seePhones.name));
}

const SYSTEM_ACTORS: Readonly<Record<string, Label>> = {
  system: { zh: '系统', en: 'System' },
  driver: { zh: '司机', en: 'Driver' },
  sandbox: { zh: '模拟支付', en: 'Sandbox' },
  gateway: { zh: '设备接入', en: 'Gateway' },
};

/** Returns the display name of an actor: parts of the product by their names in the reader's language, others as stored. */
export function actorName(actor: string, language: Language): string {
  return SYSTEM_ACTORS[actor]?.[language] ?? actor;
}

/** Whether the account may see and change each of these lots; none stands for all lots of the tenant. */
export function coversLots(who: Pick<Who, 'lotIds'>, lotIds: readonly string[]): boolean {
  return who.lotIds === null || (lotIds.length > 0 && lotIds.every((one) => who.lotIds!.includes(one)));
}

/** Whether the account may see and change a lot. */
export function coversLot(who: Who, lotId: string | null): boolean {
  return who.lotIds === null || (lotId !== null && who.lotIds.includes(lotId));
}
