import type { SellerDetailsInput, WireSellerAccount } from '@terrace/contracts/seller-account'
import { asSentences, type FieldErrors } from '#web/forms/field-errors.ts'

export type FieldName =
  | 'company_name'
  | `address.${'line1' | 'line2' | 'city' | 'region' | 'postal_code' | 'country'}`
  | 'tax_number'
  | `bank_account.${'country' | 'holder' | 'iban' | 'account_number' | 'bank_code'}`
export type ApplicationValues = Readonly<Record<FieldName, string>>

/** The saved application. Its account number is not sent to browsers, so its fields are empty. */
export function savedValues({
  company_name,
  address,
  tax_number,
  bank_account: bank,
}: WireSellerAccount): ApplicationValues {
  return {
    company_name,
    'address.line1': address.line1,
    'address.line2': address.line2,
    'address.city': address.city,
    'address.region': address.region,
    'address.postal_code': address.postal_code,
    'address.country': address.country,
    tax_number,
    'bank_account.country': bank?.country ?? '',
    'bank_account.holder': bank?.holder ?? '',
    ...noNumber,
  }
}

export const noNumber = {
  'bank_account.iban': '',
  'bank_account.account_number': '',
  'bank_account.bank_code': '',
} as const

/** Which numbers bank accounts of the country have; `undefined` until one is chosen. */
export const bankNumbersOf = (
  countries: WireSellerAccount['choices']['countries'],
  country: string,
): WireSellerAccount['choices']['countries'][number]['bank_accounts'] | undefined =>
  countries.find(({ code }) => code === country)?.bank_accounts

/** What the server would refuse or misread: a changed bank account needs its number, which is not shown. */
export function valueErrors(
  values: ApplicationValues,
  { bank_account: saved, choices }: Pick<WireSellerAccount, 'bank_account' | 'choices'>,
): FieldErrors {
  if (!saved || hasNumber(values) || !isBankChanged(values, saved)) return {}
  return bankNumbersOf(choices.countries, values['bank_account.country'])?.have_iban
    ? { 'bank_account.iban': 'Enter the IBAN again to change the bank account' }
    : { 'bank_account.account_number': 'Enter the account number again to change the bank account' }
}

/** The request body. Without changes to the bank account, the stored one stays. */
export function toInput(
  values: ApplicationValues,
  categories: readonly string[],
  saved: WireSellerAccount['bank_account'],
): SellerDetailsInput {
  return {
    company_name: values.company_name,
    address: {
      line1: values['address.line1'],
      line2: values['address.line2'],
      city: values['address.city'],
      region: values['address.region'],
      postal_code: values['address.postal_code'],
      country: values['address.country'],
    },
    tax_number: values.tax_number,
    categories: [...categories],
    ...((hasNumber(values) || isBankChanged(values, saved)) && {
      bank_account: {
        country: values['bank_account.country'],
        holder: values['bank_account.holder'],
        iban: values['bank_account.iban'],
        account_number: values['bank_account.account_number'],
        bank_code: values['bank_account.bank_code'],
      },
    }),
  }
}

/** The server's messages at the fields of the form; a missing bank account begins with its country. */
export function formErrors(errors: Record<string, string>): FieldErrors {
  const { bank_account: bank, ...fields } = errors
  return asSentences(bank === undefined ? fields : { 'bank_account.country': bank, ...fields })
}

function hasNumber(values: ApplicationValues): boolean {
  return Object.keys(noNumber).some((name) => values[name as keyof typeof noNumber] !== '')
}

function isBankChanged(values: ApplicationValues, saved: WireSellerAccount['bank_account']): boolean {
  return (
    values['bank_account.country'] !== (saved?.country ?? '') ||
    values['bank_account.holder'] !== (saved?.holder ?? '')
  )
}
