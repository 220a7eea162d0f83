import type { CommissionMethod } from '@terrace/domain/commission'
import { currencySymbol } from '@terrace/domain/currencies'
import { quoteDurationLabel, quoteDurations, type QuoteDuration } from '@terrace/domain/quote-durations'
import type { ReactNode } from 'react'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { TextField } from '#web/ui/text-field.tsx'

const durations = quoteDurations.map((hours) => ({ id: hours, name: quoteDurationLabel(hours) }))

interface ExpiryFieldProps {
  label: string
  value: QuoteDuration
  onChange: (hours: QuoteDuration) => void
  error?: string | undefined
}

/** One of the twelve durations of spec §9. */
export function ExpiryField({ onChange, ...props }: ExpiryFieldProps) {
  return (
    <Dropdown
      {...props}
      options={durations}
      isClearable={false}
      isTouched
      onChange={(chosen) => {
        const hours = quoteDurations.find((each) => each === chosen)
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
}

/** A fixed amount a ticket, or a percentage of its price (spec §9). */
export function CommissionField({ method, amount, currency, onChange, ...field }: CommissionFieldProps) {
  const isFixed = method === 'fixed'
  return (
    <Labelled label="Commission">
      <div className="flex items-start gap-2">
        <Segmented
          label="Commission is"
          segments={[
            { value: 'percentage', label: currencySymbol('PER'), name: 'A percentage of the price' },
            { value: 'fixed', label: currencySymbol(currency), name: 'A fixed amount a ticket' },
          ]}
          value={method}
          onChange={(value) => onChange({ method: value === 'fixed' ? 'fixed' : 'percentage' })}
          className="!h-12 shrink-0"
        />
        <TextField
          {...field}
          label={isFixed ? 'Commission a ticket' : 'Commission in percent'}
          isLabelHidden
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(typed) => onChange({ amount: typed })}
          placeholder={isFixed ? '12.50' : '10'}
          className="min-w-0 flex-1"
        />
      </div>
    </Labelled>
  )
}

interface PriceModeFieldProps {
  value: 'floating' | 'locked'
  onChange: (mode: 'floating' | 'locked') => void
}

const modes = {
  floating: 'Follows the seller’s price while the quote stands.',
  locked: 'The client’s price stays as it is now. If the seller asks for more, you are told and bear it.',
}

/** Whether the client's price follows the seller's, and what that means. */
export function PriceModeField({ value, onChange }: PriceModeFieldProps) {
  return (
    <Labelled label="Price" note={modes[value]}>
      <Segmented
        label="Price"
        segments={[
          { value: 'floating', label: 'Floating' },
          { value: 'locked', label: 'Locked' },
        ]}
        value={value}
        onChange={(chosen) => onChange(chosen === 'locked' ? 'locked' : 'floating')}
        className="!h-12 w-full [&>*]:flex-1"
      />
    </Labelled>
  )
}

/** A control that names itself, below the name as it is seen. */
function Labelled({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
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
