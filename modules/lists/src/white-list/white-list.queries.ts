import { entriesOf, type ListKindServer } from '../standing/list-kind.service.ts';
import { white } from '../standing/white-kind.contract.ts';

/** Plates on the white list. Their whole stays are free, so entries need no cover. */
export const whiteKind: ListKindServer = { kind: white, entries: entriesOf('white_list', "coalesce(remark, '')") };
