/** The commands to a camera itself; a protocol states which of them its cameras take. */
export const CameraOrder = {
  snapshot: { zh: '抓拍', en: 'Snapshot' },
  recognise: { zh: '触发识别', en: 'Read a plate now' },
  text: { zh: '屏显文字', en: 'Show text' },
  voice: { zh: '语音播报', en: 'Say' },
  time: { zh: '校时', en: 'Set the clock' },
  settings: { zh: '读取配置', en: 'Read settings' },
  reboot: { zh: '重启', en: 'Restart' },
} as const;
export type CameraOrder = keyof typeof CameraOrder;
