import type { Label } from '@boyun/kernel/contract';
import { slot } from '@boyun/kernel/web';
import type { ComponentType, ReactNode } from 'react';

/** Props of a tab of the void data. */
export interface VoidTabProps {
  /** The choice between the kinds of void data, to show in the toolbar of the list. */
  readonly kinds: ReactNode;
}

/** Void data of another module, a tab beside the void orders. */
export interface VoidTab {
  /** Its name in the address, `?kind=…`. */
  readonly key: string;
  readonly label: Label;
  readonly Page: ComponentType<VoidTabProps>;
}

/** The tabs of the void data beside that of the orders. */
export const voidTabs = slot<VoidTab>('order.void-tabs');
