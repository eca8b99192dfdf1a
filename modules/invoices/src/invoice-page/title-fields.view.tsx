import type { FormPart } from '@boyun/kernel/web';
import { titleFields } from '../invoice/invoice-act.contract.ts';
import { TitleInput } from './title-input.view.tsx';

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

/** The name is searched for; an invoice for a person has nothing of an enterprise. */
export const partsOfTitle = (type: unknown) => ({
  titleName: ({ id, value, values, isInvalid, setValues }: FormPart<typeof TITLE_FIELDS, 'titleName'>) => (
    <TitleInput
      id={id}
      value={value ?? ''}
      taxNumber={values.taxNumber}
      isEnterprise={type === 1}
      isInvalid={isInvalid}
      onFill={setValues}
    />
  ),
  ...hiddenOfTitle(type),
});

const NOTHING_OF_ENTERPRISES = {
  taxNumber: null,
  titleAddress: null,
  titlePhone: null,
  titleBank: null,
  titleAccount: null,
} as const;

/** The values of the fields that a title does not show. */
export const hiddenOfTitle = (type: unknown): Partial<typeof NOTHING_OF_ENTERPRISES> =>
  type === 2 ? NOTHING_OF_ENTERPRISES : {};
