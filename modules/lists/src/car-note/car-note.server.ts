import { type Output, Refusal } from '@boyun/kernel/contract';
import { handle, notFound, type Who } from '@boyun/kernel/server';
import { checkPlate } from '../plate-standing/plate.service.ts';
import { addCarNote, carNoteRefusal, deleteCarNote, getCarNotes, MOST_NOTES } from './car-note.contract.ts';
import { carNoteAdded, carNoteDeleted } from './car-note-event.contract.ts';

interface Note extends Omit<Output<typeof getCarNotes>['notes'][number], 'isRemovable'> {
  readonly authorId: string;
}

const isRemovable = (who: Who, { authorId }: Pick<Note, 'authorId'>) => who.isAdmin || authorId === who.userId;

/** Notes on cars apply to the whole tenant, as plates are no secret between its lots. */
export const carNoteServers = [
  handle(getCarNotes, async (tx, { plate }) => {
    checkPlate(plate);
    const notes = await tx.query<Note>(
      `select id, body, author_id, author_name, written_at from car_note where tenant_id = $1 and plate = $2
       order by written_at desc, id desc limit ${MOST_NOTES}`,
      [tx.tenantId, plate],
    );
    return {
      notes: notes.map(({ authorId, ...note }) => ({ ...note, isRemovable: isRemovable(tx.who, { authorId }) })),
    };
  }),
  handle(addCarNote, async (tx, { plate, body }, act) => {
    checkPlate(plate);
    // Concurrent notes on one car are counted one after the other.
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, $2))', [`car-note ${plate}`, tx.tenantId]);
    const [held] = await tx.query<{ count: number }>(
      'select count(*)::int as count from car_note where tenant_id = $1 and plate = $2',
      [tx.tenantId, plate],
    );
    if (held!.count >= MOST_NOTES) throw new Refusal(carNoteRefusal.full, { most: MOST_NOTES });
    const id = tx.newId();
    await tx.query(
      `insert into car_note (tenant_id, id, plate, body, author_id, author_name, written_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [tx.tenantId, id, plate, body, tx.who.userId, tx.who.name, tx.now],
    );
    tx.emit(carNoteAdded, { subjectId: id, data: { plate } });
    act.describe({ subjectKind: 'car-note', subjectId: id, subject: plate, after: { body } });
    return { id };
  }),
  handle(deleteCarNote, async (tx, { noteId }, act) => {
    const [note] = await tx.query<Pick<Note, 'authorId' | 'body'> & { plate: string }>(
      'select plate, body, author_id from car_note where tenant_id = $1 and id = $2 for update',
      [tx.tenantId, noteId],
    );
    if (!note) throw notFound(tx.who, { zh: '备注', en: 'Note' });
    if (!isRemovable(tx.who, note)) throw new Refusal(carNoteRefusal['not-author']);
    await tx.query('delete from car_note where tenant_id = $1 and id = $2', [tx.tenantId, noteId]);
    tx.emit(carNoteDeleted, { subjectId: noteId, data: { plate: note.plate } });
    act.describe({ subjectKind: 'car-note', subjectId: noteId, subject: note.plate, before: { body: note.body } });
    return {};
  }),
];
