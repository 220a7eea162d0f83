import type { WireSellerAccount } from '@terrace/contracts/seller-account'
import { useState } from 'react'
import { noNumber, savedValues, toInput } from './application-values.ts'
import { useSaveApplication, useSubmitApplication } from './queries.ts'
import { useDetailValues } from './use-detail-values.ts'

/** State of the application's form. */
export function useApplication(account: WireSellerAccount) {
  const [categories, setCategories] = useState<readonly string[]>(account.categories)
  const save = useSaveApplication()
  const submit = useSubmitApplication()
  const failed = submit.error ?? save.error
  const details = useDetailValues(() => savedValues(account), failed)
  const { form, values, errors, setValue } = details

  function send(mutation: typeof save) {
    if (save.isPending || submit.isPending) return
    save.reset()
    submit.reset()
    if (!details.validate(account)) return
    mutation.mutate(toInput(values, categories, account.bank_account), {
      // The number is saved, and shown by its last four characters.
      onSuccess: ({ data }) =>
        data.bank_account && details.setValues((current) => ({ ...current, ...noNumber })),
    })
  }

  return {
    form,
    values,
    categories,
    errors,
    /** The failure, unless it is only about fields that have all been changed since. */
    failed: failed && (!details.hadErrors || Object.keys(errors).length > 0) ? failed : null,
    isSaved: save.isSuccess && !details.isChanged,
    isSaving: save.isPending,
    isSubmitting: submit.isPending,
    setValue,
    setCategory(slug: string, isSelected: boolean) {
      setCategories((all) => (isSelected ? [...all, slug] : all.filter((one) => one !== slug)))
      details.markChanged(['categories'])
    },
    save: () => send(save),
    submit: () => send(submit),
  }
}
