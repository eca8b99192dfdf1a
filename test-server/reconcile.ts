import { workOffBills } from '@boyun/reconciliation/server';
import type { Answer, TestServer, TestUser } from './server.ts';

/** Does what the jobs of reconciliation do. */
export const workBills = ({ product: { kernel } }: TestServer, { tenantId }: TestUser): Promise<void> =>
  workOffBills(kernel, tenantId);

/** Uploads a file to a call of a signed-in account, as a form does. */
export async function uploadTo(
  server: TestServer,
  user: TestUser,
  path: string,
  fields: Readonly<Record<string, string>>,
  file: { readonly name: string; readonly content: string | Uint8Array },
): Promise<Answer> {
  const body = new FormData();
  body.append('File', new Blob([file.content as BlobPart]), file.name);
  for (const [key, value] of Object.entries(fields)) body.append(key, value);
  const response = await server.product.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: `Bearer ${user.token}` },
    payload: body,
  });
  return response.json();
}
