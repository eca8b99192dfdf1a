import { ActButton, type CarPartProps, CarSection, call, can, queryClient, TimeText, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useState } from 'react';
import { addCarNote, deleteCarNote, getCarNotes } from './car-note.contract.ts';
import './car-note.css';

/** What colleagues wrote about a car, and a line to write in. */
export default function CarNotes(props: CarPartProps) {
  return can(getCarNotes.access) ? <Notes {...props} /> : null;
}

const refresh = () => queryClient.invalidateQueries({ queryKey: [getCarNotes.name] });

function Notes({ plate, onLeave }: CarPartProps) {
  const t = useText();
  const asked = useQuery({
    queryKey: [getCarNotes.name, plate],
    queryFn: ({ signal }) => call(getCarNotes, { plate }, { signal, isQuiet: true }),
    select: ({ notes }) => ({ rows: notes }),
  });
  return (
    <div className="car-note">
      <CarSection title={{ zh: '备注', en: 'Notes' }} asked={asked} onLeave={onLeave}>
        {(notes) => (
          <ul>
            {notes.map((one) => (
              <li key={one.id}>
                <span>{one.body}</span>
                <span className="by-faint">
                  {one.authorName} <TimeText at={one.writtenAt} style="minute" />
                </span>
                {one.isRemovable && (
                  <ActButton
                    type="link"
                    size="small"
                    access={deleteCarNote.access}
                    onAct={() => call(deleteCarNote, { noteId: one.id }).finally(refresh)}
                  >
                    {t({ zh: '删除', en: 'Delete' })}
                  </ActButton>
                )}
              </li>
            ))}
          </ul>
        )}
      </CarSection>
      {can(addCarNote.access) && <NewNote plate={plate} />}
    </div>
  );
}

/** A line that adds a note on Enter or by its button. */
function NewNote({ plate }: { plate: string }) {
  const t = useText();
  const [body, setBody] = useState('');
  const add = async () => {
    await call(addCarNote, { plate, body: body.trim() });
    setBody('');
    await refresh();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (body.trim() !== '') void add();
      }}
    >
      <Input
        value={body}
        maxLength={addCarNote.input.body.max}
        aria-label={t({ zh: '新备注', en: 'New note' })}
        placeholder={t({ zh: '给同事留言，例如：车主常驻B座', en: 'For colleagues, e.g. the owner works in tower B' })}
        onChange={({ target }) => setBody(target.value)}
      />
      <ActButton
        disabledReason={body.trim() === '' ? { zh: '请先填写备注', en: 'Write the note first' } : null}
        onAct={add}
      >
        {t({ zh: '添加', en: 'Add' })}
      </ActButton>
    </form>
  );
}
