import type { WireSellerAccount } from '@terrace/contracts/seller-account'
import { FormError } from '#web/forms/form-error.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { FieldMessages } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ApplicationDocuments } from './application-documents.tsx'
import { AddressFields, BankFields, fieldOf } from './detail-fields.tsx'
import { TermsAgreement } from './terms-agreement.tsx'
import { termsField, useApplication } from './use-application.ts'

/** The application, as a draft until it is submitted. Owners fill it in. */
export function ApplicationForm({ account }: { account: WireSellerAccount }) {
  const { form, values, categories, errors, failed, setValue, setCategory, ...application } =
    useApplication(account)
  const { bank_account: bank, choices } = account
  const errorCount = Object.keys(errors).length
  const fields = { values, errors, countries: choices.countries, onChange: setValue }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        application.submit()
      }}
      aria-label="Application to sell"
      className="max-w-120 space-y-8"
    >
      <fieldset className="min-w-0 space-y-5">
        <legend className="mb-3 font-semibold">Company</legend>
        <TextField {...fieldOf(fields)('company_name')} label="Company name" autoComplete="organization" />
        <AddressFields {...fields} />
      </fieldset>
      <fieldset className="min-w-0 space-y-5">
        <legend className="mb-3 font-semibold">Bank account for payouts</legend>
        {bank && (
          <p className="text-sm text-muted">
            Saved: account ending in {bank.last4}. Enter a number to replace it.
          </p>
        )}
        <BankFields {...fields} />
      </fieldset>
      <fieldset className="min-w-0" aria-describedby="categories-messages">
        <legend className="mb-2 font-semibold">What you sell</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          {choices.categories.map(({ slug, name }) => (
            <Checkbox
              key={slug}
              isSelected={categories.includes(slug)}
              isInvalid={errors['categories'] !== undefined}
              onChange={(isSelected) => setCategory(slug, isSelected)}
            >
              {name}
            </Checkbox>
          ))}
        </div>
        <FieldMessages id="categories-messages" error={errors['categories']} />
      </fieldset>
      <ApplicationDocuments documents={account.documents} error={errors['documents']} />
      <TermsAgreement
        terms={application.terms}
        isSelected={application.hasAgreed}
        error={errors[termsField]}
        onChange={application.setAgreed}
      />
      <div className="space-y-4">
        {errorCount > 0 ? (
          <ActionError
            error={failed}
            text={errorCount === 1 ? 'Correct the marked field.' : `Correct the ${errorCount} marked fields.`}
          />
        ) : (
          failed && <FormError error={failed} />
        )}
        <FormNotice text={application.isSaved ? 'Draft saved' : null} />
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            tone="primary"
            isPending={application.isSubmitting}
            pendingLabel="Submitting..."
          >
            Submit application
          </Button>
          <Button isPending={application.isSaving} onPress={application.save}>
            Save draft
          </Button>
        </div>
      </div>
    </form>
  )
}
