import { actEvent, plate } from '@boyun/kernel/contract';
import { addCarNote, deleteCarNote } from './car-note.contract.ts';

/** A note on a car was added. */
export const carNoteAdded = actEvent(addCarNote, { plate: plate() });

/** A note on a car was deleted. */
export const carNoteDeleted = actEvent(deleteCarNote, { plate: plate() });
