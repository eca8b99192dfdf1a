import { moduleContract, resourcePage } from '@boyun/kernel/contract';
import { blackList, listRefusal } from './black-list/black-list.contract.ts';
import { whiteList } from './white-list/white-list.contract.ts';

export { BlackAction, listRefusal } from './black-list/black-list.contract.ts';
export { blackList, whiteList };

/** Lists that decide how a plate passes. */
export const vehicleLists = moduleContract('vehicle-lists', {
  resources: [blackList, whiteList],
  refusals: [listRefusal],
  pages: [
    resourcePage('blackList', blackList, { path: '/_cloud_operation/blackList', icon: 'black', area: 'operation' }),
    resourcePage('whiteList', whiteList, { path: '/_cloud_operation/whiteList', icon: 'white', area: 'operation' }),
  ],
});
