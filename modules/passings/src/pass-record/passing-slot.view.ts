import { slot } from '@boyun/kernel/web';
import type { ComponentType } from 'react';

/** The props of a button on a passing. */
export interface PassingActProps {
  readonly passingId: string;
  /** Below a small picture, where there is room for a link only. */
  readonly isSmall?: boolean;
  /** To be called before another page is shown. */
  readonly onLeave?: () => void;
}

/** Buttons on a passing, in its detail and below its picture in the panel of its car. */
export const passingActs = slot<ComponentType<PassingActProps>>('passing.acts');
