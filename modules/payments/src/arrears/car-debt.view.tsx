import { type CarPartProps, CarSection, can, listLink, Money, TimeText, useListing, useText } from '@boyun/kernel/web';
import { arrearsByPlate } from './arrears.contract.ts';

/** What a car owes of earlier stays. */
export default function CarDebts(props: CarPartProps) {
  return can(arrearsByPlate.access) ? <Debts {...props} /> : null;
}

function Debts({ plate, onLeave }: CarPartProps) {
  const t = useText();
  const asked = useListing(arrearsByPlate, { plate, page: 1, perPage: 5 });
  return (
    <CarSection
      title={{ zh: '欠费', en: 'Debts' }}
      to={listLink('/_cloud_operation/arrears', { plate })}
      asked={asked}
      isOfCar={(row) => row.plate === plate}
      onLeave={onLeave}
    >
      {(debts) => (
        <ul>
          {debts.map((row) => (
            <li key={row.id}>
              <Money fen={row.dueFen} isStrong />
              <span>{t({ zh: '{n} 笔', en: '{n} orders' }, { n: row.orderCount })}</span>
              <span className="by-faint">
                {t({ zh: '最早', en: 'since' })} <TimeText at={row.oldestAt} style="day" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </CarSection>
  );
}
