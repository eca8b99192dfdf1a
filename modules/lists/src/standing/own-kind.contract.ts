import { black } from '../black-list/black-kind.contract.ts';
import { fixed } from '../fixed-list/fixed-kind.contract.ts';
import { free } from '../free-list/free-kind.contract.ts';
import { visitor } from '../visit-list/visitor-kind.contract.ts';
import { white } from '../white-list/white-kind.contract.ts';
import type { ListKind } from './list-kind.contract.ts';
import { memberKinds } from './member-kind.contract.ts';

/** The kinds of lists this module declares. */
export const ownKinds: readonly ListKind[] = [black, white, ...memberKinds, fixed, free, visitor];
