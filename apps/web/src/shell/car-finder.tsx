import './overlay.css';
import { call, Plate, PlateInput, showCar, useText } from '@boyun/kernel/web';
import { findOrders } from '@boyun/orders/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Pane } from './pane.tsx';

const MIN_CHARS = 2;

/** Finds a car by any part of its plate and opens its panel. */
export default function CarFinder({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [plate, setPlate] = useState<string | null>(null);
  const asked = useQuery({
    queryKey: [findOrders.name, plate],
    enabled: (plate?.length ?? 0) >= MIN_CHARS,
    queryFn: ({ signal }) => call(findOrders, { text: plate! }, { signal, isQuiet: true }),
  });
  const found = asked.data?.inside as readonly { plate: string; lotId: string; lotName: string | null }[] | undefined;
  const inside = found ?? [];
  const past = (asked.data?.plates ?? []).filter((one) => !inside.some((car) => car.plate === one));
  const open = (one: string) => {
    onClose();
    showCar(one);
  };
  return (
    <Pane label={t({ zh: '查车', en: 'Find a car' })} className="palette car-finder" onClose={onClose}>
      <header>
        <h2>{t({ zh: '查车', en: 'Find a car' })}</h2>
        <button type="button" aria-label={t({ zh: '关闭', en: 'Close' })} onClick={onClose}>
          ×
        </button>
      </header>
      <PlateInput value={plate} onChange={setPlate} isFilter />
      <ul aria-label={t({ zh: '找到的车辆', en: 'Cars found' })}>
        {inside.map((car) => (
          <Found key={`${car.plate} ${car.lotName}`} plate={car.plate} hint={car.lotName} onOpen={open} />
        ))}
        {past.map((one) => (
          <Found key={one} plate={one} hint={t({ zh: '不在场', en: 'Not inside' })} onOpen={open} />
        ))}
      </ul>
      <p role="status">
        {asked.data
          ? inside.length + past.length === 0 && t({ zh: '没有找到这辆车', en: 'No such car' })
          : t({ zh: '输入车牌的任意一段，至少两位', en: 'Enter any part of the plate, two characters or more' })}
      </p>
    </Pane>
  );
}

function Found({ plate, hint, onOpen }: { plate: string; hint: string | null; onOpen: (plate: string) => void }) {
  return (
    <li>
      <button type="button" onClick={() => onOpen(plate)}>
        <Plate text={plate} /> {hint}
      </button>
    </li>
  );
}
