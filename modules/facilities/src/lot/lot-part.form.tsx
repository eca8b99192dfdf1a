import type { FormParts } from '@boyun/kernel/web';
import { Select } from 'antd';
import { lazy, Suspense } from 'react';

const RegionInput = /* @__PURE__ */ lazy(async () => ({
  default: (await import('../region/region-input.form.tsx')).RegionInput,
}));

/** Custom inputs of the lot form: the district is selected level by level. */
export const lotFormParts: FormParts = {
  regionId: ({ id, value, onChange, isInvalid }) => (
    <Suspense fallback={<Select id={id} disabled loading className="by-wide" />}>
      <RegionInput id={id} value={value as string | null} isInvalid={isInvalid} onChange={onChange} />
    </Suspense>
  ),
};
