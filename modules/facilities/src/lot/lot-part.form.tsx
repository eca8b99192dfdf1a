import { type FormParts, ZoneInput } from '@boyun/kernel/web';
import { Select } from 'antd';
import { lazy, Suspense } from 'react';
import type { lot } from './lot.contract.ts';

const RegionInput = /* @__PURE__ */ lazy(async () => ({
  default: (await import('../region/region-input.form.tsx')).RegionInput,
}));

/** Custom inputs of the lot form: the district is selected level by level, the time zone from the known ones. */
export const lotFormParts: FormParts<Pick<typeof lot.fields, 'regionId' | 'timeZone'>> = {
  regionId: ({ id, value, onChange, isInvalid }) => (
    <Suspense fallback={<Select id={id} disabled loading className="by-wide" />}>
      <RegionInput id={id} value={value} isInvalid={isInvalid} onChange={onChange} />
    </Suspense>
  ),
  timeZone: (part) => <ZoneInput id={part.id} value={part.value} isInvalid={part.isInvalid} onChange={part.onChange} />,
};
