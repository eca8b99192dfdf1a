import { actEvent, reference } from '@boyun/kernel/contract';
import { createApiKey, renewApiKey, revokeApiKey, updateApiKey } from './api-key.contract.ts';

const fields = { apiKeyId: reference({ zh: '密钥', en: 'API key' }, 'api-key') };

/** An API key was made. */
export const apiKeyCreated = actEvent(createApiKey, fields);

/** The rights of an API key changed. */
export const apiKeyUpdated = actEvent(updateApiKey, fields);

/** An API key got another secret. */
export const apiKeyRenewed = actEvent(renewApiKey, fields);

/** An API key was revoked. */
export const apiKeyRevoked = actEvent(revokeApiKey, fields);
