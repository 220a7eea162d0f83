import { currencyChoices } from '#web/lib/currency-choices.ts'
import { NativeSelect } from '#web/ui/controls/native-select.tsx'
import type { FeedFilterProps } from './filter-choices.ts'

/** Display currency. Changing it clears the price range, which applies to one currency. */
export function CurrencySelect({ filters: { params, meta, onParamsChange } }: { filters: FeedFilterProps }) {
  const currentCurrency = meta?.currency ?? params.currency
  if (currentCurrency === undefined) return null
  return (
    <NativeSelect
      label="Currency"
      options={currencyChoices(currentCurrency)}
      value={currentCurrency}
      onChange={(currency) => onParamsChange({ currency, min: undefined, max: undefined })}
      className="w-18 max-sm:w-24"
    />
  )
}
