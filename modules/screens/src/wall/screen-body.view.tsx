import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import type { ScreenLayout } from '../wall-screen/wall-screen.contract.ts';
import type { BodyProps } from './wall-data.view.ts';

const BODIES: Readonly<Record<ScreenLayout, ComponentType<BodyProps>>> = {
  v1: lazy(() => import('./operations-body.view.tsx')),
  v2: lazy(() => import('./revenue-body.view.tsx')),
  v3: lazy(() => import('./device-body.view.tsx')),
  v4: lazy(() => import('./lot-body.view.tsx')),
};

/** The inside of a screen, by its layout; `children` appear together with it. */
export function ScreenBody({ children, ...props }: BodyProps & { readonly children: ReactNode }) {
  const Body = BODIES[props.data.layout];
  return (
    <Suspense fallback={null}>
      <Body {...props} />
      {children}
    </Suspense>
  );
}
