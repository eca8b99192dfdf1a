import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { carParts, showCar, useShownCar } from './car-slot.ts';
import { Drawer } from './drawer.tsx';
import { useText } from './language.ts';
import { Plate } from './plate.tsx';
import { useSlots } from './slot.tsx';
import { CrashGuard } from './state.tsx';
import './car-panel.css';

/** The panel with everything known of one car, above every page; modules contribute its parts. */
export default function CarPanel() {
  const t = useText();
  const plate = useShownCar();
  const parts = useSlots(carParts);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is shown without the panel
  useEffect(() => () => showCar(null), [pathname]);
  const close = () => showCar(null);
  return (
    <Drawer
      isOpen={plate !== null}
      width={480}
      title={
        <span className="by-row">
          <Plate text={plate} /> {t({ zh: '车辆信息', en: 'This car' })}
        </span>
      }
      onClose={close}
    >
      <div className="by-car" key={plate}>
        {plate !== null &&
          parts
            .toSorted((a, b) => a.place - b.place)
            .map(({ place, Part }) => (
              <CrashGuard key={place}>
                <Suspense fallback={null}>
                  <Part plate={plate} onLeave={close} />
                </Suspense>
              </CrashGuard>
            ))}
      </div>
    </Drawer>
  );
}
