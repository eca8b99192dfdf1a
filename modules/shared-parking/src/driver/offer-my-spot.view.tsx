import './share-phone.css';
import { WeekDay } from '@boyun/kernel/contract';
import { useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { WEEK } from '../share-page/window-text.view.ts';

/** An owner offers a spot of the own lot: its number, days, hours and price. */
export function OfferMySpot({ onCancel, onOffer }: { onCancel: () => void; onOffer: (body: object) => Promise<void> }) {
  const t = useText();
  const [spot, setSpot] = useState('');
  const [days, setDays] = useState<readonly number[]>([1, 2, 3, 4, 5]);
  const [from, setFrom] = useState('09:00');
  const [to, setTo] = useState('18:00');
  const [hour, setHour] = useState('5.00');
  const [cap, setCap] = useState('');
  const turn = (day: number) => setDays(days.includes(day) ? days.filter((one) => one !== day) : [...days, day]);
  const clock = (label: { zh: string; en: string }, value: string, set: (next: string) => void) => (
    <label>
      {t(label)}
      <input type="time" required value={value} onChange={(event) => set(event.target.value)} />
    </label>
  );
  const yuan = (label: { zh: string; en: string }, value: string, set: (next: string) => void, isNeeded: boolean) => (
    <label>
      {t(label)}
      <input
        inputMode="decimal"
        required={isNeeded}
        value={value}
        onChange={(event) => set(event.target.value.trim())}
      />
    </label>
  );
  return (
    <form
      className="driver-form"
      onSubmit={(event) => {
        event.preventDefault();
        void onOffer({
          Spot: spot,
          // As text: a form has no numbers.
          Windows: JSON.stringify([{ days, from, to }]),
          Hour: Number(hour).toFixed(2),
          DayCap: cap ? Number(cap).toFixed(2) : null,
        });
      }}
    >
      <label>
        {t({ zh: '车位号', en: 'Number of the spot' })}
        <input required maxLength={32} value={spot} onChange={(event) => setSpot(event.target.value.trim())} />
      </label>
      <fieldset className="share-week" aria-label={t({ zh: '星期', en: 'Days' })}>
        {WEEK.map((day) => (
          <button key={day} type="button" aria-pressed={days.includes(day)} onClick={() => turn(day)}>
            {t(WeekDay[day])}
          </button>
        ))}
      </fieldset>
      <div className="share-pair">
        {clock({ zh: '开始', en: 'From' }, from, setFrom)}
        {clock({ zh: '结束', en: 'To' }, to, setTo)}
      </div>
      <div className="share-pair">
        {yuan({ zh: '每小时（元）', en: 'An hour (yuan)' }, hour, setHour, true)}
        {yuan({ zh: '24小时封顶（元）', en: 'At most in 24 h' }, cap, setCap, false)}
      </div>
      <button type="submit" className="is-main" disabled={!spot || days.length === 0 || !(Number(hour) > 0)}>
        {t({ zh: '提交申请', en: 'Ask for it' })}
      </button>
      <button type="button" onClick={onCancel}>
        {t({ zh: '返回', en: 'Back' })}
      </button>
    </form>
  );
}
