import type { WireSellerAccount } from '@terrace/contracts/seller-account'
import { useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '#web/forms/field-errors.ts'
import { ApiError } from '#web/lib/http/api-error.ts'
import {
  formErrors,
  noNumber,
  savedValues,
  toInput,
  valueErrors,
  type FieldName,
} from './application-values.ts'
import { useSaveApplication, useSubmitApplication } from './queries.ts'

/** State of the application's form. The error of a field disappears once the field is changed. */
export function useApplication(account: WireSellerAccount) {
  const [values, setValues] = useState(() => savedValues(account))
  const [categories, setCategories] = useState<readonly string[]>(account.categories)
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const [localErrors, setLocalErrors] = useState<FieldErrors>({})
  const save = useSaveApplication()
  const submit = useSubmitApplication()
  const failed = submit.error ?? save.error
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failed === null && Object.keys(localErrors).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failed, localErrors])

  const received = { ...localErrors, ...(failed instanceof ApiError && formErrors(failed.fieldErrors)) }
  const errors: FieldErrors = Object.fromEntries(
    Object.entries(received).filter(([name]) => !changed.has(name)),
  )
  const change = (names: readonly string[]) => setChanged((all) => new Set([...all, ...names]))

  function send(mutation: typeof save) {
    if (save.isPending || submit.isPending) return
    save.reset()
    submit.reset()
    setChanged(new Set())
    const problems = valueErrors(values, account.bank_account)
    setLocalErrors(problems)
    if (Object.keys(problems).length > 0) return
    mutation.mutate(toInput(values, categories, account.bank_account), {
      // The number is saved, and shown by its last four characters.
      onSuccess: ({ data }) => data.bank_account && setValues((current) => ({ ...current, ...noNumber })),
    })
  }

  return {
    form,
    values,
    categories,
    errors,
    /** The failure, unless it is only about fields that have all been changed since. */
    failed: failed && (Object.keys(received).length === 0 || Object.keys(errors).length > 0) ? failed : null,
    isSaved: save.isSuccess && changed.size === 0,
    isSaving: save.isPending,
    isSubmitting: submit.isPending,
    setValue(name: FieldName, value: string) {
      setValues((current) => ({ ...current, [name]: value }))
      // Which numbers a bank account has depends on its country.
      change(name.startsWith('bank_account.') ? [name, ...Object.keys(noNumber)] : [name])
    },
    setCategory(slug: string, isSelected: boolean) {
      setCategories((all) => (isSelected ? [...all, slug] : all.filter((one) => one !== slug)))
      change(['categories'])
    },
    save: () => send(save),
    submit: () => send(submit),
  }
}
