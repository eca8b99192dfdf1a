import type { ComponentType } from 'react';

/** A module's web door: its bespoke pages by component key, each in a chunk of its own. */
export type WebPages = Readonly<Record<string, () => Promise<{ default: ComponentType }>>>;
