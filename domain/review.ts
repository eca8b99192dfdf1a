/**
 * Who has to agree before something takes effect: pure rules over the flow a tenant keeps for a kind of request.
 */

/** One level of a kind's flow: from which amount it is needed, and the role that decides (null: whoever may decide). */
export interface FlowLevel {
  readonly level: number;
  readonly role: string | null;
  readonly amountFromFen: number;
  readonly isEnabled: boolean;
}

/** A level a request has to pass, kept with it: a flow changed later does not change what is under way. */
export interface NeededLevel {
  readonly role: string | null;
}

/**
 * The levels a request of this amount has to pass, the first first. Without an amount every level is needed; a kind
 * nobody wrote a flow for has one level that anybody who may decide can pass.
 */
export function neededLevels(flow: readonly FlowLevel[], amountFen: number | null): NeededLevel[] {
  if (flow.length === 0) return [{ role: null }];
  return flow
    .filter((one) => one.isEnabled && (amountFen === null || amountFen >= one.amountFromFen))
    .sort((a, b) => a.level - b.level)
    .map(({ role }) => ({ role }));
}

/**
 * The amount, in fen, that thresholds of a flow are compared with: what a request asks for, and what earlier acts came to on
 * the same subject, so that an amount cannot be split below a threshold. Null for a request that is about no money.
 */
export function thresholdAmount(amountFen: number | null, earlierFen: number): number | null {
  return amountFen === null ? null : amountFen + earlierFen;
}

/** What is known of who wants to decide. */
export interface Decider {
  readonly isRequester: boolean;
  readonly hasDecidedBefore: boolean;
  readonly isAdmin: boolean;
  readonly roles: readonly string[];
}

/** Why somebody may not decide a request; null when they may. Each level wants another person, never the one who asked. */
export type DecisionObstacle = 'own-request' | 'decided-before' | 'other-role' | null;

/** Whether somebody may decide a request at a level that wants this role. */
export function whyNotDecide(decider: Decider, role: string | null): DecisionObstacle {
  if (decider.isRequester) return 'own-request';
  if (decider.hasDecidedBefore) return 'decided-before';
  if (role !== null && !decider.isAdmin && !decider.roles.includes(role)) return 'other-role';
  return null;
}
