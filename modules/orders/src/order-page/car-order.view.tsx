import {
  type CarPartProps,
  CarSection,
  can,
  DurationText,
  listLink,
  Money,
  StateDot,
  TimeText,
  useListing,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { Button } from 'antd';
import { useState } from 'react';
import { inLotList } from '../order/in-lot.contract.ts';
import { orderList, ParkingState } from '../order/order.contract.ts';
import { PayStateDot } from '../order/order-cell.view.tsx';
import { OrderDrawer } from './open-order.view.tsx';

const SHOWN = 5;

/** Where a car is now, what it owes so far, and its latest orders; an order opens with all its acts. */
export default function CarOrders(props: CarPartProps) {
  const [orderId, setOrderId] = useState<string | null>(null);
  if (!can(orderList.access)) return null;
  return (
    <>
      <Inside {...props} onOrder={setOrderId} />
      <Latest {...props} onOrder={setOrderId} />
      <OrderDrawer orderId={orderId} onClose={() => setOrderId(null)} />
    </>
  );
}

interface Props extends CarPartProps {
  readonly onOrder: (orderId: string) => void;
}

function Inside({ plate, onLeave, onOrder }: Props) {
  const t = useText();
  const asked = useListing(inLotList, { plate, page: 1, perPage: SHOWN });
  return (
    <CarSection
      title={{ zh: '现在在场', en: 'Inside now' }}
      asked={asked}
      isOfCar={(row) => row.plate === plate}
      onLeave={onLeave}
    >
      {(inside) => (
        <ul>
          {inside.map((row) => (
            <li key={row.id}>
              <ZoomPicture address={row.entryPicture} label={{ zh: '入场图片', en: 'Entry picture' }} />
              <span>
                <b>{(row as { lotName?: string | null }).lotName}</b> <TimeText at={row.enteredAt} style="minute" />
                <br />
                <DurationText seconds={row.parkedMinutes === null ? null : row.parkedMinutes * 60} />
                {' · '}
                {t({ zh: '待收', en: 'Due' })} <Money fen={row.dueFen} isStrong />
              </span>
              <Button size="small" onClick={() => onOrder(row.id)}>
                {t({ zh: '处理', en: 'Open' })}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </CarSection>
  );
}

function Latest({ plate, onLeave, onOrder }: Props) {
  const t = useText();
  const asked = useListing(orderList, { plate, page: 1, perPage: SHOWN });
  return (
    <CarSection
      title={{ zh: '最近停车', en: 'Latest stays' }}
      to={listLink('/_cloud_operation/order', { plate })}
      asked={asked}
      isOfCar={(row) => row.plate === plate}
      onLeave={onLeave}
    >
      {(orders) => (
        <ul>
          {orders.map((row) => (
            <li key={row.id}>
              <span>
                {(row as { lotName?: string | null }).lotName} <TimeText at={row.enteredAt} style="minute" />
              </span>
              <StateDot tone={ParkingState[row.parkingState].tone} label={ParkingState[row.parkingState]} />
              {row.parkingState !== 'inside' && <PayStateDot row={row} />}
              <Money fen={row.feeFen} />
              <Button size="small" type="link" onClick={() => onOrder(row.id)}>
                {t({ zh: '详情', en: 'Details' })}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </CarSection>
  );
}
