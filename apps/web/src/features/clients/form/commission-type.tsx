import type { CommissionMethod } from '@terrace/domain/money/commission'
import { currencySymbol } from '@terrace/domain/money/currencies'
import { Segmented } from '#web/ui/controls/segmented.tsx'

interface CommissionTypeProps {
  method: CommissionMethod
  /** Empty while none is chosen. */
  currency: string
  onChange: (method: CommissionMethod) => void
  isDisabled?: boolean
}

/** A percentage of the price, or a fixed amount per ticket (spec §9). */
export function CommissionType({ method, currency, onChange, isDisabled = false }: CommissionTypeProps) {
  return (
    <Segmented
      label="Commission type"
      segments={[
        { value: 'percentage', label: currencySymbol('PER'), name: 'A percentage of the price' },
        {
          value: 'fixed',
          label: currency === '' ? 'Fixed' : currencySymbol(currency),
          name: 'A fixed amount per ticket',
        },
      ]}
      value={method}
      onChange={(value) => onChange(value === 'fixed' ? 'fixed' : 'percentage')}
      isDisabled={isDisabled}
      className="!h-12 shrink-0"
    />
  )
}
