import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { FieldMessages } from '#web/ui/controls/field.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { ReadSellerTerms } from './read-seller-terms.tsx'

interface TermsAgreementProps {
  terms: { data?: { version: string } | undefined } & Parameters<typeof LoadError>[0]['query']
  isSelected: boolean
  error: string | undefined
  onChange: (isSelected: boolean) => void
}

/** The checkbox by which a company agrees to the seller terms, with the terms to read. */
export function TermsAgreement({ terms, isSelected, error, onChange }: TermsAgreementProps) {
  return (
    <fieldset className="min-w-0" aria-describedby="terms-messages">
      <legend className="mb-2 font-semibold">Seller terms</legend>
      {terms.error !== null && terms.data === undefined ? (
        <LoadError title="Couldn’t load the seller terms" query={terms} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
          <Checkbox
            isSelected={isSelected}
            isDisabled={terms.data === undefined}
            isInvalid={error !== undefined}
            onChange={onChange}
          >
            Our company agrees to the seller terms
          </Checkbox>
          <span className="text-sm font-medium">
            <ReadSellerTerms>Read the seller terms</ReadSellerTerms>
          </span>
        </div>
      )}
      <FieldMessages id="terms-messages" error={error} />
    </fieldset>
  )
}
