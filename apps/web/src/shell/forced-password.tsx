import { ChangePassword } from '@boyun/access/web';
import { Suspense } from 'react';
import { LotPicture } from '../login/lot-picture.tsx';
import '../login/login.css';

/** The change of password that comes before anything else, on a page that looks like the sign-in. */
export function ForcedPassword({ onDone, onSignOut }: { onDone: () => unknown; onSignOut: () => void }) {
  return (
    <main className="login">
      <section className="login-side" aria-hidden="true">
        <LotPicture />
      </section>
      <section className="login-main">
        <Suspense fallback={null}>
          <ChangePassword isForced onDone={onDone} onClose={onSignOut} />
        </Suspense>
      </section>
    </main>
  );
}
