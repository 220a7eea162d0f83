import type { SellerChangeInput, WireSellerAccount } from '@terrace/contracts/seller-account'
import { useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '#web/forms/field-errors.ts'
import { ApiError } from '#web/lib/http/api-error.ts'
import {
  formErrors,
  noNumber,
  savedValues,
  toInput,
  valueErrors,
  type ApplicationValues,
  type FieldName,
} from './application-values.ts'
import { useChangeDetails } from './queries.ts'

/** State of the form that changes a seller's details, on top of a change that waits already. */
export function useDetailsChange(account: WireSellerAccount, onSaved: () => void) {
  const current = { ...account, ...account.change }
  const [start] = useState(() => savedValues(current))
  const [values, setValues] = useState(start)
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const [localErrors, setLocalErrors] = useState<FieldErrors>({})
  const save = useChangeDetails()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('select, input')?.focus(), [])
  useEffect(() => {
    if (save.error === null && Object.keys(localErrors).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [save.error, localErrors])

  const received = {
    ...localErrors,
    ...(save.error instanceof ApiError && formErrors(save.error.fieldErrors)),
  }
  const errors = Object.fromEntries(Object.entries(received).filter(([name]) => !changed.has(name)))
  const input = changedInput(start, values, current.bank_account)

  return {
    form,
    values,
    errors,
    /** The failure, unless its fields say it. */
    failed: Object.keys(received).length === 0 ? save.error : null,
    isPending: save.isPending,
    isChanged: Object.keys(input).length > 0,
    setValue(name: FieldName, value: string) {
      setValues((all) => ({ ...all, [name]: value }))
      const names = name.startsWith('bank_account.') ? [name, ...Object.keys(noNumber)] : [name]
      setChanged((all) => new Set([...all, ...names]))
    },
    submit() {
      if (save.isPending) return
      const problems = valueErrors(values, current.bank_account)
      setChanged(new Set())
      setLocalErrors(problems)
      if (Object.keys(problems).length === 0) save.mutate(input, { onSuccess: onSaved })
    },
  }
}

/** Only what differs from `start`, so that an address alone counts at once. */
function changedInput(
  start: ApplicationValues,
  values: ApplicationValues,
  bank: WireSellerAccount['bank_account'],
): SellerChangeInput {
  const { address, tax_number, bank_account } = toInput(values, [], bank)
  const names = Object.keys(values) as FieldName[]
  const isAddressChanged = names.some((name) => name.startsWith('address.') && values[name] !== start[name])
  return {
    ...(isAddressChanged && { address }),
    ...(values.tax_number !== start.tax_number && { tax_number }),
    ...(bank_account && { bank_account }),
  }
}
