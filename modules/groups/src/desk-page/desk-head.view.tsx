import { FigureBox, moneyText, TimeText, useText } from '@boyun/kernel/web';
import { Alert } from 'antd';
import type { UnitDesk } from '../unit-desk/unit-desk.contract.ts';
import { Taken } from '../unit-page/unit.page.tsx';

/** The unit with its spots in each lot, its cars and what it owes. */
export function UnitDeskHead({ desk }: { desk: UnitDesk }) {
  const t = useText();
  return (
    <div className="unit-desk-head">
      <h1>
        {desk.name}
        {desk.validUntil && (
          <small className="by-faint">
            {t({ zh: '合同至', en: 'Contract until' })} <TimeText at={desk.validUntil} style="day" />
          </small>
        )}
      </h1>
      {desk.problem && <Alert type="error" showIcon title={desk.problem} />}
      <div className="unit-desk-figures">
        {desk.places.map((one) => (
          <FigureBox key={one.lotId} label={{ zh: one.lotName, en: one.lotName }}>
            <b>{Math.max(0, one.spots - one.taken)}</b>
            <small>
              {t({ zh: '空车位', en: 'free' })} <Taken taken={one.taken} spots={one.spots} />
            </small>
          </FigureBox>
        ))}
        <FigureBox label={{ zh: '车辆', en: 'Vehicles' }}>
          <b>{desk.vehicleCount}</b>
        </FigureBox>
        <FigureBox label={{ zh: '待付账单', en: 'Owed' }}>
          <b>{moneyText(desk.owedFen)}</b>
        </FigureBox>
      </div>
    </div>
  );
}
