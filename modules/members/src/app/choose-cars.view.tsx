import './app-pack.css';
import { useText } from '@boyun/kernel/web';

/** Chooses certified cars, at most as many as a pack has plates. */
export function ChooseCars({
  cars,
  chosen,
  most,
  onChange,
}: {
  cars: readonly string[];
  chosen: readonly string[];
  most: number;
  onChange: (next: readonly string[]) => void;
}) {
  const t = useText();
  const turn = (plate: string) => {
    if (chosen.includes(plate)) onChange(chosen.filter((one) => one !== plate));
    else onChange(most === 1 ? [plate] : [...chosen, plate].slice(-most));
  };
  return (
    <fieldset className="driver-choices">
      <legend>
        {t({ zh: '车辆（最多{n}辆）', en: 'Cars (at most {n})' }, { n: most })}{' '}
        <a href="#/cars">{t({ zh: '添加车辆', en: 'Add a car' })}</a>
      </legend>
      {cars.map((one) => (
        <button key={one} type="button" aria-pressed={chosen.includes(one)} onClick={() => turn(one)}>
          {one}
        </button>
      ))}
    </fieldset>
  );
}
