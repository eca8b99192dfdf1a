import type { Access } from '@boyun/kernel/contract';
import { can } from '@boyun/kernel/web';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A link to the list a number counts; plain text for users without permission for that list. */
export function Jump({
  to,
  access,
  className,
  children,
}: {
  to: string;
  access: Access;
  className?: string;
  children: ReactNode;
}) {
  if (!can(access)) return <span className={className}>{children}</span>;
  return (
    <Link to={to} className={className ? `console-jump ${className}` : 'console-jump'}>
      {children}
    </Link>
  );
}
