import type { ComponentType } from 'react';

/** A module's web door: its custom pages by component key, each in its own chunk. */
export type WebPages = Readonly<Record<string, () => Promise<{ default: ComponentType }>>>;
