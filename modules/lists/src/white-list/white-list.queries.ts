import { entriesOf, type ListKindServer } from '../standing/list-kind.service.ts';
import { white } from '../standing/white-kind.contract.ts';

/** Plates on the white list. Their stays are free as a whole: entries cover no stretches. */
export const whiteKind: ListKindServer = { kind: white, entries: entriesOf('white_list', "coalesce(remark, '')") };
