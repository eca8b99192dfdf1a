import { black } from '../standing/black-kind.contract.ts';
import { entriesOf, type ListKindServer } from '../standing/list-kind.service.ts';

/** Plates on the black list. */
export const blackKind: ListKindServer = {
  kind: black,
  entries: { ...entriesOf('black_list', 'reason'), action: 'action' },
};
