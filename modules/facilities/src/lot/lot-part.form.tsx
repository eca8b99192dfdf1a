import type { FormParts } from '@boyun/kernel/web';
import { RegionInput } from '../region/region-input.form.tsx';

/** What the standard form of a lot draws in its own way: the district is chosen level by level. */
export const lotFormParts: FormParts = {
  regionId: ({ id, value, onChange, isInvalid }) => (
    <RegionInput id={id} value={value as string | null} isInvalid={isInvalid} onChange={onChange} />
  ),
};
