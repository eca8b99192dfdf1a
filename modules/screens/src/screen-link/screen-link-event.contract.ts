import { actEvent, reference } from '@boyun/kernel/contract';
import { createScreenLink, withdrawScreenLink } from './screen-link.contract.ts';

const fields = { wallScreenId: reference({ zh: '大屏', en: 'Big screen' }, 'wall-screen') };

/** A link to a screen was made. */
export const screenLinkCreated = actEvent(createScreenLink, fields);

/** A link to a screen was revoked. */
export const screenLinkWithdrawn = actEvent(withdrawScreenLink, fields);
