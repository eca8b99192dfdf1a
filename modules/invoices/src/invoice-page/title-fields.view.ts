import { titleFields } from '../invoice/invoice-act.contract.ts';

const { titleType, titleName, taxNumber, titleAddress, titlePhone, titleBank, titleAccount, mobile, email } =
  titleFields;

/** The fields of a title in the order they are filled in. */
export const TITLE_FIELDS = {
  titleType,
  titleName,
  taxNumber,
  mobile,
  email,
  titleAddress,
  titlePhone,
  titleBank,
  titleAccount,
};

/** An invoice for a person has nothing of an enterprise. */
export const partsOfTitle = (type: unknown) =>
  type === 2 ? { taxNumber: null, titleAddress: null, titlePhone: null, titleBank: null, titleAccount: null } : {};

/** The values of fields that are not shown. */
export const NO_TITLE = {
  taxNumber: null,
  titleAddress: null,
  titlePhone: null,
  titleBank: null,
  titleAccount: null,
} as const;
