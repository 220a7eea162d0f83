import type { WireSellerAccount } from '@terrace/contracts/seller-account'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#web/lib/http/api-error.ts'
import { noNumber, savedValues, toInput } from './application-values.ts'
import { sellerTermsQuery, useSaveApplication, useSubmitApplication } from './queries.ts'
import { useDetailValues } from './use-detail-values.ts'

/** State of the application's form. */
export function useApplication(account: WireSellerAccount) {
  const [categories, setCategories] = useState<readonly string[]>(account.categories)
  const queryClient = useQueryClient()
  const terms = useQuery(sellerTermsQuery())
  /** The version that the applicant has agreed to. */
  const [agreedVersion, setAgreedVersion] = useState<string | null>(null)
  const save = useSaveApplication()
  const submit = useSubmitApplication()
  const failed = submit.error ?? save.error
  const details = useDetailValues(() => savedValues(account), failed)
  const { form, values, errors, setValue } = details
  const hasAgreed = agreedVersion !== null && agreedVersion === terms.data?.version

  function isReady(others?: Record<string, string>): boolean {
    if (save.isPending || submit.isPending) return false
    save.reset()
    submit.reset()
    return details.validate(account, others)
  }
  const input = () => toInput(values, categories, account.bank_account)
  // The number is saved, and shown by its last four characters.
  const onSuccess = ({ data }: { data: WireSellerAccount }) => {
    if (data.bank_account) details.setValues((current) => ({ ...current, ...noNumber }))
  }

  return {
    form,
    values,
    categories,
    terms,
    hasAgreed,
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
    setAgreed(isAgreed: boolean) {
      setAgreedVersion(isAgreed ? (terms.data?.version ?? null) : null)
      details.markChanged([termsField])
    },
    save() {
      if (isReady()) save.mutate(input(), { onSuccess })
    },
    submit() {
      if (!isReady(hasAgreed ? {} : { [termsField]: 'Agree to the seller terms to submit' })) return
      submit.mutate(
        { details: input(), termsVersion: agreedVersion ?? '' },
        {
          onSuccess,
          onError(error) {
            // They have changed since the page was opened.
            if (error instanceof ApiError && termsField in error.fieldErrors)
              void queryClient.invalidateQueries({ queryKey: sellerTermsQuery().queryKey })
          },
        },
      )
    },
  }
}

export const termsField = 'terms_version'
