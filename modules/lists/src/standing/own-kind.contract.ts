import { black } from './black-kind.contract.ts';
import { fixed } from './fixed-kind.contract.ts';
import { free } from './free-kind.contract.ts';
import type { ListKind } from './list-kind.contract.ts';
import { visitor } from './visitor-kind.contract.ts';
import { white } from './white-kind.contract.ts';

/** The kinds of lists this module declares. */
export const ownKinds: readonly ListKind[] = [black, white, fixed, free, visitor];
