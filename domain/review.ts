/** Who has to approve a request before it takes effect: pure rules over a tenant's approval flow for a kind of request. */

/**
 * One level of an approval flow: the amount from which it is needed, and the role that decides (null: anyone with the permission to
 * decide).
 */
export interface FlowLevel {
  readonly level: number;
  readonly role: string | null;
  readonly amountFromFen: number;
  readonly isEnabled: boolean;
}

/** A level that a request has to pass; stored with the request, so that later changes of the flow do not affect it. */
export interface NeededLevel {
  readonly role: string | null;
  /** An account that decides it besides the role, after the request was handed over. */
  readonly personId?: string;
}

/**
 * Returns the levels a request of this amount has to pass, in order. Without an amount every level is needed; a kind without a flow has one
 * level that anyone with the permission to decide can pass.
 */
export function neededLevels(flow: readonly FlowLevel[], amountFen: number | null): NeededLevel[] {
  if (flow.length === 0) return [{ role: null }];
  return flow
    .filter((one) => one.isEnabled && (amountFen === null || amountFen >= one.amountFromFen))
    .sort((a, b) => a.level - b.level)
    .map(({ role }) => ({ role }));
}

/**
 * Returns the amount in fen compared with the thresholds of a flow: that of the request plus that of earlier acts on the same subject, so
 * that an amount cannot be split to stay below a threshold. Null for a request without money.
 */
export function thresholdAmount(amountFen: number | null, earlierFen: number): number | null {
  return amountFen === null ? null : amountFen + earlierFen;
}

/** Facts about the person who wants to decide. */
export interface Decider {
  readonly isRequester: boolean;
  readonly hasDecidedBefore: boolean;
  readonly isAdmin: boolean;
  /** The level was handed over to this person. */
  readonly isNamed?: boolean;
  readonly roles: readonly string[];
}

/** Why a person may not decide a request; null when they may. Each level needs a different person, never the requester. */
export type DecisionObstacle = 'own-request' | 'decided-before' | 'other-role' | null;

/** Returns why a person may not decide a request at a level that requires this role; null when they may. */
export function decisionObstacle(decider: Decider, role: string | null): DecisionObstacle {
  if (decider.isRequester) return 'own-request';
  if (decider.hasDecidedBefore) return 'decided-before';
  if (role !== null && !decider.isAdmin && !decider.isNamed && !decider.roles.includes(role)) return 'other-role';
  return null;
}
