import { Refusal, say } from '@boyun/kernel/contract';
import { handle, handleFreely } from '@boyun/kernel/server';
import { camera } from './camera.contract.ts';
import { cameraAccessRefusal, setCameraAccess, testCameraAccess } from './camera-access.contract.ts';
import { accessOf, cameraTest, checkCameraAddress, noteCall, requireCalled } from './camera-access.service.ts';
import { cameraAccessSet } from './camera-event.contract.ts';

/** Sets where a camera is called. The password is stored encrypted and never returned. */
export const setCameraAccessServer = handle(
  setCameraAccess,
  async (tx, { cameraId, url, user, password }, act, kernel) => {
    const row = await requireCalled(tx, cameraId);
    await checkCameraAddress(kernel, url);
    await tx.query(
      `update camera set call_url = $3, call_user = $4, call_secret_sealed = coalesce($5, call_secret_sealed), call_error = null,
       version = version + 1, updated_at = $6
     where tenant_id = $1 and id = $2`,
      [tx.tenantId, cameraId, url.replace(/\/$/, ''), user, password ? kernel.secrets.encrypt(password) : null, tx.now],
    );
    act.describe({
      subjectKind: camera.name,
      subjectId: cameraId,
      subject: row.name,
      before: { callUrl: row.callUrl, callUser: row.callUser },
      after: { callUrl: url, callUser: user },
    });
    tx.emit(cameraAccessSet, { lotId: row.lotId, subjectId: cameraId, data: { cameraId } });
    return {};
  },
);

const works = { zh: '相机已应答，账号有效', en: 'The camera answered and took the account' };

/** Calls a camera outside of any transaction. */
export const testCameraAccessServer = handleFreely(
  testCameraAccess,
  async (kernel, { cameraId }, { who, language }) => {
    const startedMs = performance.now();
    const { name, access } = await kernel.database.inTenant(who!, async (tx) => {
      const row = await requireCalled(tx, cameraId);
      return { name: row.name, access: accessOf(kernel, row) };
    });
    if (!access) throw new Refusal(cameraAccessRefusal['no-address']);
    const wrong = await kernel.slots.find(cameraTest)!(kernel, access);
    const message = say(wrong ?? works, language);
    await kernel.database.inTenant(who!, async (tx) => {
      await noteCall(tx, cameraId, wrong && say(wrong, language));
      tx.audit({
        action: testCameraAccess.audit!,
        subjectKind: camera.name,
        subjectId: cameraId,
        subject: name,
        after: { isWorking: !wrong, message },
      });
    });
    return { isWorking: !wrong, message, tookMs: Math.round(performance.now() - startedMs) };
  },
);
