import type { WireSellerAccount } from '@terrace/contracts/seller-account'
import { useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '#web/forms/field-errors.ts'
import { ApiError } from '#web/lib/http/api-error.ts'
import {
  formErrors,
  noNumber,
  valueErrors,
  type ApplicationValues,
  type FieldName,
} from './application-values.ts'

/**
 * Values and errors of a form with a seller's details. The error of a field disappears once the field is changed; after
 * a failure, the first invalid field gets the focus.
 */
export function useDetailValues(readStart: () => ApplicationValues, failed: Error | null) {
  const [values, setValues] = useState(readStart)
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const [localErrors, setLocalErrors] = useState<FieldErrors>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failed === null && Object.keys(localErrors).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failed, localErrors])

  const received = { ...localErrors, ...(failed instanceof ApiError && formErrors(failed.fieldErrors)) }
  const errors: FieldErrors = Object.fromEntries(
    Object.entries(received).filter(([name]) => !changed.has(name)),
  )
  const markChanged = (names: readonly string[]) => setChanged((all) => new Set([...all, ...names]))

  return {
    form,
    values,
    setValues,
    errors,
    /** Whether the last attempt failed because of fields, changed since or not. */
    hadErrors: Object.keys(received).length > 0,
    isChanged: changed.size > 0,
    markChanged,
    setValue(name: FieldName, value: string) {
      // Which numbers a bank account has depends on its country: those that are no longer shown must not be sent.
      const cleared = name === 'bank_account.country' && noNumber
      setValues((current) => ({ ...current, ...cleared, [name]: value }))
      markChanged(name.startsWith('bank_account.') ? [name, ...Object.keys(noNumber)] : [name])
    },
    /** Whether the values may be sent. `others` are errors of other parts of the form. */
    validate(account: WireSellerAccount, others: FieldErrors = {}): boolean {
      const problems = { ...valueErrors(values, account), ...others }
      setChanged(new Set())
      setLocalErrors(problems)
      return Object.keys(problems).length === 0
    },
  }
}
