import type { SellerDetailsInput, WireSellerAccount } from '@terrace/contracts/seller-account'
import { useState, type FormEvent } from 'react'
import { serverFieldErrors } from '#web/forms/field-errors.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { NativeSelect } from '#web/ui/controls/native-select.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ApplicationDocuments } from './application-documents.tsx'
import { useSaveApplication, useSubmitApplication } from './queries.ts'

const texts = {
  company_name: ['Company name', 'organization'],
  'address.line1': ['Address', 'address-line1'],
  'address.line2': ['Address, second line (optional)', 'address-line2'],
  'address.city': ['City', 'address-level2'],
  'address.region': ['State or region (optional)', 'address-level1'],
  'address.postal_code': ['Postal code', 'postal-code'],
  tax_number: ['Tax number', 'off'],
  'bank_account.holder': ['Account holder', 'off'],
  'bank_account.iban': ['IBAN', 'off'],
  'bank_account.account_number': ['Account number, where there is no IBAN', 'off'],
  'bank_account.bank_code': ['Routing number, sort code or BIC', 'off'],
} as const
type Name = keyof typeof texts | 'address.country' | 'bank_account.country'

/** The application, as a draft until it is submitted. Owners fill it in. */
export function ApplicationForm({ account }: { account: WireSellerAccount }) {
  const { address, bank_account: bank } = account
  const [values, setValues] = useState<Record<Name, string>>({
    company_name: account.company_name,
    'address.line1': address.line1,
    'address.line2': address.line2,
    'address.city': address.city,
    'address.region': address.region,
    'address.postal_code': address.postal_code,
    'address.country': address.country,
    tax_number: account.tax_number,
    'bank_account.country': bank?.country ?? '',
    'bank_account.holder': bank?.holder ?? '',
    'bank_account.iban': '',
    'bank_account.account_number': '',
    'bank_account.bank_code': '',
  })
  const [categories, setCategories] = useState<readonly string[]>(account.categories)
  const save = useSaveApplication()
  const submit = useSubmitApplication()
  const failed = submit.error ?? save.error
  const errors = serverFieldErrors(failed)

  const set = (name: Name, value: string) => {
    setValues((current) => ({ ...current, [name]: value }))
    save.reset()
    submit.reset()
  }
  const field = (name: keyof typeof texts) => {
    const [label, autoComplete] = texts[name]
    return (
      <TextField
        key={name}
        name={name}
        label={label}
        autoComplete={autoComplete}
        value={values[name]}
        error={errors[name]}
        isTouched
        onChange={(value) => set(name, value)}
        onBlur={() => undefined}
      />
    )
  }
  const country = (name: 'address.country' | 'bank_account.country', label: string) => (
    <div>
      <NativeSelect
        label={label}
        options={[
          { id: '', name: label },
          ...account.choices.countries.map(({ code, name: title }) => ({ id: code, name: title })),
        ]}
        value={values[name]}
        onChange={(value) => set(name, value)}
      />
      {errors[name] !== undefined && <p className="mt-1 text-sm text-danger">{errors[name]}</p>}
    </div>
  )

  const input = (): SellerDetailsInput => {
    const number = ['iban', 'account_number', 'bank_code'].some(
      // The keys are those of `values`.
      (key) => values[`bank_account.${key}` as Name] !== '',
    )
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
      // The stored number is not shown, so it stays unless another one is typed.
      ...(number && {
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

  function send(event: FormEvent) {
    event.preventDefault()
    if (!submit.isPending) submit.mutate(input())
  }

  return (
    <form noValidate onSubmit={send} aria-label="Application to sell" className="max-w-120 space-y-5">
      {field('company_name')}
      {country('address.country', 'Country')}
      {field('address.line1')}
      {field('address.line2')}
      {field('address.city')}
      {field('address.region')}
      {field('address.postal_code')}
      {field('tax_number')}
      <fieldset className="space-y-5">
        <legend className="mb-2 font-semibold">Bank account for payouts</legend>
        {bank && (
          <p className="text-sm text-muted">
            Saved: account ending in {bank.last4}. Type a number to replace it.
          </p>
        )}
        {country('bank_account.country', 'Country of the bank')}
        {field('bank_account.holder')}
        {field('bank_account.iban')}
        {field('bank_account.account_number')}
        {field('bank_account.bank_code')}
        {errors['bank_account'] !== undefined && (
          <p className="text-sm text-danger">{errors['bank_account']}</p>
        )}
      </fieldset>
      <fieldset>
        <legend className="mb-2 font-semibold">What you sell</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {account.choices.categories.map(({ slug, name }) => (
            <label key={slug} className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={categories.includes(slug)}
                onChange={({ currentTarget: { checked } }) =>
                  setCategories((all) => (checked ? [...all, slug] : all.filter((one) => one !== slug)))
                }
              />
              {name}
            </label>
          ))}
        </div>
        {errors['categories'] !== undefined && (
          <p className="mt-1 text-sm text-danger">{errors['categories']}</p>
        )}
      </fieldset>
      <ApplicationDocuments documents={account.documents} error={errors['documents']} />
      {failed && <FormError error={failed} />}
      <FormNotice text={save.isSuccess ? 'Draft saved' : null} />
      <div className="flex gap-3">
        <Button type="submit" tone="primary" isPending={submit.isPending} pendingLabel="Loading...">
          Submit application
        </Button>
        <Button isPending={save.isPending} onPress={() => save.mutate(input())}>
          Save draft
        </Button>
      </div>
    </form>
  )
}
