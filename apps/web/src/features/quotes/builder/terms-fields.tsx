import type { OfferChoice } from '@terrace/contracts/quote-terms'
import type { CommissionMethod } from '@terrace/domain/money/commission'
import { quoteDurationLabel, quoteDurations, type QuoteDuration } from '@terrace/domain/time/quote-durations'
import type { ReactNode } from 'react'
import { CommissionType } from '#web/features/clients/form/commission-type.tsx'
import { Dropdown } from '#web/ui/controls/dropdown.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'

const durations = quoteDurations.map((hours) => ({ id: hours, name: quoteDurationLabel(hours) }))

interface ExpiryFieldProps {
  label: string
  value: QuoteDuration
  onChange: (hours: QuoteDuration) => void
  error?: string | undefined
  isDisabled?: boolean
}

/** Selects one of the twelve durations of spec §9. */
export function ExpiryField({ onChange, ...props }: ExpiryFieldProps) {
  return (
    <Dropdown
      {...props}
      options={durations}
      isClearable={false}
      isTouched
      onChange={(id) => {
        const hours = quoteDurations.find((duration) => duration === id)
        if (hours !== undefined) onChange(hours)
      }}
    />
  )
}

interface CommissionFieldProps {
  method: CommissionMethod
  amount: string
  currency: string
  onChange: (change: { method?: CommissionMethod; amount?: string }) => void
  onBlur: () => void
  error: string | undefined
  isTouched: boolean
  name?: string
  autoFocus?: boolean
  isDisabled?: boolean
}

/** A fixed amount per ticket or a percentage of the price (spec §9). */
export function CommissionField({ method, amount, currency, onChange, ...field }: CommissionFieldProps) {
  const isFixed = method === 'fixed'
  return (
    <LabelledGroup label="Commission">
      <div className="flex items-start gap-2">
        <CommissionType
          method={method}
          currency={currency}
          onChange={(chosen) => onChange({ method: chosen })}
          isDisabled={field.isDisabled === true}
        />
        <TextField
          {...field}
          label={isFixed ? 'Commission per ticket' : 'Commission in percent'}
          isLabelHidden
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(typed) => onChange({ amount: typed })}
          placeholder={isFixed ? 'e.g. 12.50' : 'e.g. 10'}
          className="min-w-0 flex-1"
        />
      </div>
    </LabelledGroup>
  )
}

interface PriceModeFieldProps {
  value: 'floating' | 'locked'
  onChange: (mode: 'floating' | 'locked') => void
  isDisabled?: boolean
}

const priceModeTexts = {
  floating: 'Follows the seller’s price until the quote expires.',
  locked: 'Locks the client’s price. You cover any increase, and we’ll notify you.',
}

/** Whether the client's price follows the seller's or is locked. */
export function PriceModeField({ value, onChange, isDisabled = false }: PriceModeFieldProps) {
  return (
    <LabelledGroup label="Price" note={priceModeTexts[value]}>
      <Segmented
        label="Price"
        segments={[
          { value: 'floating', label: 'Floating' },
          { value: 'locked', label: 'Locked' },
        ]}
        value={value}
        onChange={(mode) => onChange(mode === 'locked' ? 'locked' : 'floating')}
        isDisabled={isDisabled}
        className="!h-12 w-full [&>*]:flex-1"
      />
    </LabelledGroup>
  )
}

interface OfferChoiceFieldProps {
  value: OfferChoice
  onChange: (choice: OfferChoice) => void
  isDisabled?: boolean
}

const offerChoiceTexts = {
  one: 'The offers are alternatives, shown as a price range. The client can accept one.',
  any: 'The offers are shown with one total. The client can accept all or some of them.',
}

/** Whether the client accepts exactly one of several offers, or as many as they want. */
export function OfferChoiceField({ value, onChange, isDisabled = false }: OfferChoiceFieldProps) {
  return (
    <LabelledGroup label="Offers" note={offerChoiceTexts[value]}>
      <Segmented
        label="Offers"
        segments={[
          { value: 'one', label: 'Client chooses one' },
          { value: 'any', label: 'Client chooses any' },
        ]}
        value={value}
        onChange={(choice) => onChange(choice === 'one' ? 'one' : 'any')}
        isDisabled={isDisabled}
        className="!h-12 w-full [&>*]:flex-1"
      />
    </LabelledGroup>
  )
}

/** A visible label for a control that has its own accessible name. */
function LabelledGroup({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  return (
    <div>
      <p aria-hidden className="mb-1.5 text-sm font-medium">
        {label}
      </p>
      {children}
      {note !== undefined && <p className="mt-1.5 text-xs text-muted">{note}</p>}
    </div>
  )
}
