import type { Kernel } from '@boyun/kernel/server';

/** Where the forms are that payers post to a provider, followed by the tenant, the payment and a signature. */
export const FORMS_PATH = '/api/payment/form';
const PURPOSE = 'payment form';

type Signing = Pick<Kernel, 'secrets'>;

/** The path of the page that posts a payment's form to its provider. */
export function formPath({ secrets }: Signing, tenantId: number, paymentId: string): string {
  return `${FORMS_PATH}/${tenantId}/${paymentId}/${secrets.sign(PURPOSE, `${tenantId}|${paymentId}`)}`;
}

/** Whether a path of `formPath` was made here. */
export const isOwnForm = ({ secrets }: Signing, tenantId: string, paymentId: string, signature: string): boolean =>
  secrets.isSigned(PURPOSE, `${tenantId}|${paymentId}`, signature);
