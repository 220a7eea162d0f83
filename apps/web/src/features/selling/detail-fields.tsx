import type { WireSellerAccount } from '@terrace/contracts/seller-account'
import type { FieldErrors } from '#web/forms/field-errors.ts'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { toSentence } from '#web/lib/format/sentence.ts'
import { bankNumbersOf, type ApplicationValues, type FieldName } from './application-values.ts'

export interface DetailFieldsProps {
  values: ApplicationValues
  errors: FieldErrors
  countries: WireSellerAccount['choices']['countries']
  onChange: (name: FieldName, value: string) => void
}

/** Properties of one field. */
export const fieldOf =
  ({ values, errors, onChange }: Omit<DetailFieldsProps, 'countries'>) =>
  (name: FieldName) => ({
    name,
    value: values[name],
    error: errors[name],
    isTouched: true,
    onChange: (value: string) => onChange(name, value),
  })

const optionsOf = (countries: DetailFieldsProps['countries']) =>
  countries.map(({ code, name }) => ({ id: code, name }))

/** Address and tax number of a company. */
export function AddressFields(props: DetailFieldsProps) {
  const field = fieldOf(props)
  return (
    <>
      <SelectField {...field('address.country')} label="Country" options={optionsOf(props.countries)} />
      <TextField {...field('address.line1')} label="Address" autoComplete="address-line1" />
      <TextField
        {...field('address.line2')}
        label="Address, second line (optional)"
        autoComplete="address-line2"
      />
      <div className="grid gap-5 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <TextField {...field('address.city')} label="City" autoComplete="address-level2" />
        <TextField {...field('address.postal_code')} label="Postal code" autoComplete="postal-code" />
      </div>
      <TextField
        {...field('address.region')}
        label="State or region (optional)"
        autoComplete="address-level1"
      />
      <TextField
        {...field('tax_number')}
        label="Tax number"
        autoComplete="off"
        description="The VAT number, where the company has one."
      />
    </>
  )
}

/** The account to which payouts go, with the numbers that accounts of its country have. */
export function BankFields(props: DetailFieldsProps) {
  const field = fieldOf(props)
  const numbers = bankNumbersOf(props.countries, props.values['bank_account.country'])
  return (
    <>
      <SelectField
        {...field('bank_account.country')}
        label="Country of the bank"
        options={optionsOf(props.countries)}
      />
      <TextField {...field('bank_account.holder')} label="Account holder" autoComplete="off" />
      {numbers?.have_iban && <TextField {...field('bank_account.iban')} label="IBAN" autoComplete="off" />}
      {numbers?.have_iban && numbers.bank_code !== null && (
        <p className="text-sm text-muted">Or the account number and {numbers.bank_code}:</p>
      )}
      {numbers && numbers.bank_code !== null && (
        <>
          <TextField
            {...field('bank_account.account_number')}
            label="Account number"
            autoComplete="off"
            inputMode={numbers.bank_code === 'BIC' ? 'text' : 'numeric'}
          />
          <TextField
            {...field('bank_account.bank_code')}
            label={toSentence(numbers.bank_code)}
            autoComplete="off"
          />
        </>
      )}
    </>
  )
}
