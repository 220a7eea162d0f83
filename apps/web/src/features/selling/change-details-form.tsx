import type { WireSellerAccount } from '@terrace/contracts/seller-account'
import { FormError } from '#web/forms/form-error.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { AddressFields, BankFields } from './detail-fields.tsx'
import { useDetailsChange } from './use-details-change.ts'

interface ChangeDetailsFormProps {
  account: WireSellerAccount
  onClose: () => void
}

/** Changes address, tax number and bank account of a seller. */
export function ChangeDetailsForm({ account, onClose }: ChangeDetailsFormProps) {
  const { form, values, errors, failed, setValue, ...change } = useDetailsChange(account, onClose)
  const hasBank = account.bank_account !== null
  const fields = { values, errors, countries: account.choices.countries, onChange: setValue }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        change.submit()
      }}
      aria-label="Change details"
      className="max-w-120 space-y-8"
    >
      <p className="text-sm text-muted">
        We review a new bank account, tax number or country before it takes effect.{' '}
        {hasBank && 'Until then, payouts go to your present account. '}
        The owners of your team get an email.
      </p>
      <fieldset className="min-w-0 space-y-5">
        <legend className="mb-3 font-semibold">Address and tax</legend>
        <AddressFields {...fields} />
      </fieldset>
      <fieldset className="min-w-0 space-y-5">
        <legend className="mb-3 font-semibold">Bank account for payouts</legend>
        {hasBank && <p className="text-sm text-muted">Leave the numbers empty to keep the bank account.</p>}
        <BankFields {...fields} />
      </fieldset>
      <div className="space-y-4">
        {failed && <FormError error={failed} />}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            tone="primary"
            isDisabled={!change.isChanged}
            isPending={change.isPending}
            pendingLabel="Saving..."
          >
            Save changes
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </div>
    </form>
  )
}
