/** Where media servers ask whether somebody may watch; the key of the server follows. */
export const HOOK_PATH = '/api/video/authorize';
