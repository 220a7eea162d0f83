import type { WireQuoteDefaults } from '@terrace/contracts/quote-settings'
import { quoteDurations } from '@terrace/domain/time/quote-durations'
import {
  CommissionField,
  ExpiryField,
  OfferChoiceField,
  PriceModeField,
} from '#web/features/quotes/builder/terms-fields.tsx'
import type { FieldErrors } from '#web/forms/field-errors.ts'
import { currencyChoices } from '#web/lib/currency-choices.ts'
import { Dropdown } from '#web/ui/controls/dropdown.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'

interface DefaultsFieldsProps {
  values: WireQuoteDefaults
  errors: FieldErrors
  isTouched: boolean
  isDisabled: boolean
  onEdit: (change: Partial<WireQuoteDefaults>) => void
  onBlur: () => void
}

/** The id of the choice that leaves the currency to each quote. */
const shownCurrency = 'shown'

/** The terms that the team's new quotes start with. */
export function DefaultsFields({
  values,
  errors,
  isTouched,
  isDisabled,
  onEdit,
  onBlur,
}: DefaultsFieldsProps) {
  const { commission_method: method, currency_to_display: currency } = values
  return (
    // A disabled fieldset disables the buttons and fields in it, as for the other settings.
    <fieldset disabled={isDisabled} className="min-w-0 space-y-5 border-t border-line pt-5">
      <legend className="float-left w-full font-medium">New quotes start with</legend>
      <div className="clear-both">
        <CommissionField
          method={method}
          amount={values.commission_amount}
          currency={currency ?? ''}
          onChange={(change) =>
            onEdit({
              ...(change.method !== undefined && { commission_method: change.method }),
              ...(change.amount !== undefined && { commission_amount: change.amount.trim() }),
            })
          }
          onBlur={onBlur}
          error={errors['commission_amount']}
          isTouched={isTouched}
          isDisabled={isDisabled}
        />
        <p className="mt-1.5 text-xs text-muted">Leave it empty to enter the commission for each quote.</p>
      </div>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <ExpiryField
          label="Expires in"
          value={quoteDurations.find((hours) => hours === values.quote_expiry) ?? 24}
          onChange={(hours) => onEdit({ quote_expiry: hours })}
          isDisabled={isDisabled}
        />
        <Dropdown
          label="Currency"
          options={[
            { id: shownCurrency, name: 'Same as the prices you see' },
            ...(currency === null ? currencyChoices() : currencyChoices(currency)),
          ]}
          value={currency ?? shownCurrency}
          isClearable={false}
          isDisabled={isDisabled}
          onChange={(id) =>
            onEdit({ currency_to_display: typeof id === 'string' && id !== shownCurrency ? id : null })
          }
          error={errors['currency_to_display']}
          isTouched={isTouched}
        />
      </div>
      <PriceModeField
        value={values.price_mode}
        onChange={(price_mode) => onEdit({ price_mode })}
        isDisabled={isDisabled}
      />
      <OfferChoiceField
        value={values.offer_choice}
        onChange={(offer_choice) => onEdit({ offer_choice })}
        isDisabled={isDisabled}
      />
      <TextArea
        label="Note to the client"
        value={values.note}
        onChange={(note) => onEdit({ note })}
        onBlur={onBlur}
        error={errors['note']}
        isTouched={isTouched}
        isDisabled={isDisabled}
      />
    </fieldset>
  )
}
