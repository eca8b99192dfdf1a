import { slot } from '@boyun/kernel/web';
import type { ComponentType } from 'react';

/** What shows approvers the subject of a request: pictures, plates, the state it is in. */
export interface ReviewEvidence {
  /** The kind of subject, as requests name it. */
  readonly subjectKind: string;
  readonly Part: ComponentType<{ subjectId: string }>;
}

/** The evidence of modules, by kind of subject. */
export const reviewEvidence = slot<ReviewEvidence>('review.evidence');
