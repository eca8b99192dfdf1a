import { event, reference } from '@boyun/kernel/contract';

/** The token of a network was replaced. */
export const loraTokenRotated = event('lora-network.token-rotated', {
  label: { zh: '更换 LoRaWAN 网络令牌', en: 'The token of a LoRaWAN network was changed' },
  fields: { loraNetworkId: reference({ zh: 'LoRaWAN网络', en: 'LoRaWAN network' }, 'lora-network') },
});
