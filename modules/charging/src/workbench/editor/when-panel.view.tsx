import { plateColor } from '@boyun/domain/plate';
import { usualVehicleKinds } from '@boyun/domain/vehicle-kind';
import { spot } from '@boyun/facilities/contract';
import type { Label } from '@boyun/kernel/contract';
import { DaysBox, freshSeason, SeasonBox } from './scope-box.view.tsx';
import { ClockBox, CountBox, ManyBox, OptionLine, Say, SpanBox } from './typed-box.view.tsx';

const colors = Object.values(plateColor).map(({ code, zh, en }) => ({ value: code as number, label: { zh, en } }));
const spots = Object.entries(spot.fields.kind.choices as Record<string, Label>).map(([value, label]) => ({
  value,
  label,
}));
// Cameras report kinds in their own words; these are the usual ones.
const kinds = Object.entries(usualVehicleKinds).map(([value, label]) => ({ value, label }));
const any = { zh: '不限', en: 'Any' };

/** The conditions of a plan; a stay must meet all that are set. */
export function WhenPanel({ path }: { path: string }) {
  return (
    <div className="te-when">
      <OptionLine
        path={`${path}.vehicleKinds`}
        label={{ zh: '车型', en: 'Vehicle kinds' }}
        fresh={['large']}
        hint={any}
      >
        <ManyBox path={`${path}.vehicleKinds`} label={{ zh: '车型', en: 'Vehicle kinds' }} options={kinds} isFree />
      </OptionLine>
      <OptionLine
        path={`${path}.plateColors`}
        label={{ zh: '车牌颜色', en: 'Plate colours' }}
        fresh={[5, 6]}
        hint={any}
      >
        <ManyBox path={`${path}.plateColors`} label={{ zh: '车牌颜色', en: 'Plate colours' }} options={colors} />
      </OptionLine>
      <OptionLine path={`${path}.spotKinds`} label={{ zh: '车位类型', en: 'Spot kinds' }} fresh={['ev']} hint={any}>
        <ManyBox path={`${path}.spotKinds`} label={{ zh: '车位类型', en: 'Spot kinds' }} options={spots} isFree />
      </OptionLine>
      <OptionLine
        path={`${path}.entryDays`}
        label={{ zh: '入场日期', en: 'Entry days' }}
        fresh={['workday']}
        hint={any}
      >
        <DaysBox path={`${path}.entryDays`} label={{ zh: '入场日期', en: 'Entry days' }} />
      </OptionLine>
      <OptionLine path={`${path}.season`} label={{ zh: '季节', en: 'Season' }} fresh={freshSeason} hint={any}>
        <SeasonBox path={`${path}.season`} />
      </OptionLine>
      <OptionLine
        path={`${path}.enteredBetween`}
        label={{ zh: '入场时间', en: 'Entry time' }}
        fresh={{ from: '17:00', to: '22:00' }}
        hint={any}
      >
        <ClockBox path={`${path}.enteredBetween.from`} label={{ zh: '入场从', en: 'Entry from' }} />
        <Say zh="至" en="to" />
        <ClockBox path={`${path}.enteredBetween.to`} label={{ zh: '入场到', en: 'Entry until' }} />
        <Say zh="之间入场" en="" />
      </OptionLine>
      <OptionLine path={`${path}.atMostMinutes`} label={{ zh: '停车不超过', en: 'Stay up to' }} fresh={120} hint={any}>
        <SpanBox path={`${path}.atMostMinutes`} label={{ zh: '停车不超过', en: 'Stay up to' }} />
      </OptionLine>
      <OptionLine path={`${path}.leftBy`} label={{ zh: '离场时间', en: 'Left by' }} fresh={{ at: '24:00' }} hint={any}>
        <Say zh="入场后第" en="the" />
        <CountBox
          path={`${path}.leftBy.nth`}
          label={{ zh: '第几个', en: 'Which one' }}
          placeholder={{ zh: '1', en: '1' }}
          min={1}
          max={366}
          width={52}
          isOptional
        />
        <Say zh="个" en=". time after entry it is" />
        <ClockBox path={`${path}.leftBy.at`} label={{ zh: '时刻', en: 'Moment' }} />
        <Say zh="前离场" en="" />
      </OptionLine>
    </div>
  );
}
