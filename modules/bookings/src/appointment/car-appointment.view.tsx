import { type CarPartProps, CarSection, can, listLink, StateDot, TimeText, useListing } from '@boyun/kernel/web';
import { AppointmentState, appointment } from './appointment.contract.ts';

/** The latest appointments of a car. */
export default function CarAppointments(props: CarPartProps) {
  return can(appointment.can.list) ? <Appointments {...props} /> : null;
}

function Appointments({ plate, onLeave }: CarPartProps) {
  const asked = useListing(appointment, { plate, page: 1, perPage: 3 });
  return (
    <CarSection
      title={appointment.title}
      to={listLink('/_cloud_operation/appointment', { plate })}
      asked={asked}
      isOfCar={(row) => row.plate === plate}
      onLeave={onLeave}
    >
      {(booked) => (
        <ul>
          {booked.map((row) => (
            <li key={row.id}>
              <TimeText at={row.startsAt} style="minute" />
              <span>{(row as { lotName?: string | null }).lotName}</span>
              <StateDot tone={AppointmentState[row.state].tone} label={AppointmentState[row.state]} />
            </li>
          ))}
        </ul>
      )}
    </CarSection>
  );
}
