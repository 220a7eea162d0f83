import type { SellerDetailsChangeInput, WireSellerAccount } from '@terrace/contracts/seller-account'
import { useEffect, useState } from 'react'
import { savedValues, toInput, type ApplicationValues, type FieldName } from './application-values.ts'
import { useChangeDetails } from './queries.ts'
import { useDetailValues } from './use-detail-values.ts'

/** State of the form that changes a seller's details, on top of a change that waits already. */
export function useDetailsChange(account: WireSellerAccount, onSaved: () => void) {
  const current = { ...account, ...account.change }
  const [start] = useState(() => savedValues(current))
  const save = useChangeDetails()
  const { form, values, errors, hadErrors, setValue, validate } = useDetailValues(() => start, save.error)
  useEffect(() => form.current?.querySelector<HTMLElement>('select, input')?.focus(), [form])
  const input = changedInput(start, values, current.bank_account)

  return {
    form,
    values,
    errors,
    /** The failure, unless its fields say it. */
    failed: hadErrors ? null : save.error,
    isPending: save.isPending,
    isChanged: Object.keys(input).length > 0,
    setValue,
    submit() {
      if (save.isPending || !validate(current)) return
      save.mutate(input, { onSuccess: onSaved })
    },
  }
}

/** Only what differs from `start`, so that an address alone counts at once. */
function changedInput(
  start: ApplicationValues,
  values: ApplicationValues,
  bank: WireSellerAccount['bank_account'],
): SellerDetailsChangeInput {
  const { address, tax_number, bank_account } = toInput(values, [], bank)
  const names = Object.keys(values) as FieldName[]
  const isAddressChanged = names.some((name) => name.startsWith('address.') && values[name] !== start[name])
  return {
    ...(isAddressChanged && { address }),
    ...(values.tax_number !== start.tax_number && { tax_number }),
    ...(bank_account && { bank_account }),
  }
}
