import { dayMs, dayOfKey, weekdayOf } from '@boyun/domain/period';
import {
  ActButton,
  can,
  createRow,
  Drawer,
  deleteRow,
  FieldList,
  notify,
  RecordForm,
  refreshLists,
  updateRow,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { Input, Segmented } from 'antd';
import { HolidayKind, holiday } from './holiday.contract.ts';
import type { Holiday } from './year-calendar.view.tsx';

/** Common names of holidays. */
const usual = [
  { nameZh: '元旦', nameEn: "New Year's Day" },
  { nameZh: '春节', nameEn: 'Spring Festival' },
  { nameZh: '清明节', nameEn: 'Tomb-sweeping Day' },
  { nameZh: '劳动节', nameEn: 'Labour Day' },
  { nameZh: '端午节', nameEn: 'Dragon Boat Festival' },
  { nameZh: '中秋节', nameEn: 'Mid-autumn Festival' },
  { nameZh: '国庆节', nameEn: 'National Day' },
];

/** Makes one day a day off or a make-up working day, or resets it to the kind of its weekday. */
export function HolidayDay({ day, row, onClose }: { day: string; row: Holiday | undefined; onClose: () => void }) {
  const t = useText();
  const done = async (zh: string, en: string) => {
    notify('good', { zh, en });
    onClose();
    await refreshLists(holiday.name);
  };
  const mayWrite = can(row ? holiday.can.update : holiday.can.create);
  const weekday = new Intl.DateTimeFormat(useLanguage() === 'zh' ? 'zh-CN' : 'en-GB', {
    weekday: 'long',
    timeZone: 'UTC',
  }).format(dayOfKey(day) * dayMs);
  const isWeekend = [0, 6].includes(weekdayOf(dayOfKey(day)));
  return (
    <Drawer
      isOpen
      title={`${day} ${weekday}`}
      width={480}
      onClose={onClose}
      extra={
        row && (
          <ActButton
            danger
            size="small"
            access={holiday.can.delete}
            onAct={async () => {
              await deleteRow(holiday, row.id, {
                question: { zh: `是否将 ${day} 恢复为普通日子？`, en: `Reset ${day} to a regular day?` },
              });
              await done('已恢复为普通日子', 'A plain day again');
            }}
          >
            {t({ zh: '恢复为普通日子', en: 'Reset to a regular day' })}
          </ActButton>
        )
      }
    >
      {!row && (
        <p className="holiday-plain">
          {t(
            isWeekend
              ? { zh: '按星期几是周末。', en: 'A weekend by its weekday.' }
              : { zh: '按星期几是工作日。', en: 'A working day by its weekday.' },
          )}
        </p>
      )}
      {mayWrite ? (
        <RecordForm
          columns={1}
          fields={holiday.fields}
          initial={row ?? { day, kind: isWeekend ? 'workday' : 'holiday' }}
          parts={{
            day: null,
            kind: ({ value, onChange }) => (
              <Segmented<keyof typeof HolidayKind>
                block
                value={value!}
                options={(['holiday', 'workday'] as const).map((kind) => ({
                  value: kind,
                  label: t(HolidayKind[kind]),
                }))}
                onChange={onChange}
              />
            ),
            nameZh: ({ id, value, isInvalid, onChange, setValues }) => (
              <NameInput id={id} value={value} isInvalid={isInvalid} onChange={onChange} onPick={setValues} />
            ),
          }}
          onSubmit={async (values) => {
            if (row) await updateRow(holiday, row, values);
            else await createRow(holiday, { ...values, day });
            await done('保存成功', 'Saved');
          }}
          onCancel={onClose}
        />
      ) : (
        row && <FieldList fields={holiday.allFields} keys={['kind', 'nameZh', 'nameEn']} row={row} />
      )}
    </Drawer>
  );
}

/** A name in both languages; common names can be filled in with one click. */
function NameInput({
  id,
  value,
  isInvalid,
  onChange,
  onPick,
}: {
  id: string;
  value: string | null;
  isInvalid: boolean;
  onChange: (value: string | null) => void;
  onPick: (names: (typeof usual)[number]) => void;
}) {
  const language = useLanguage();
  return (
    <>
      <Input
        id={id}
        value={value ?? ''}
        maxLength={64}
        status={isInvalid ? 'error' : undefined}
        onChange={({ target }) => onChange(target.value || null)}
      />
      <div className="holiday-usual">
        {usual.map((one) => (
          <button key={one.nameEn} type="button" onClick={() => onPick(one)}>
            {language === 'zh' ? one.nameZh : one.nameEn}
          </button>
        ))}
      </div>
    </>
  );
}
