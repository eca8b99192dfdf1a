import { actEvent } from '@boyun/kernel/contract';
import { sellPackage } from './merchant-discount.contract.ts';

const { merchantDiscountId, count, priceFen } = sellPackage.input;

/** A merchant bought a package. */
export const packageSold = actEvent(sellPackage, { merchantDiscountId, count, priceFen });
