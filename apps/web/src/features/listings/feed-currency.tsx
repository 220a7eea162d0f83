import { currencyChoices } from '#web/lib/currency-choices.ts'
import { PlainSelect } from '#web/ui/plain-select.tsx'
import type { FilterState } from './feed-choices.ts'

/** In which currency the prices are shown. A range that was chosen in another one would mean something else, and goes. */
export function CurrencySelect({ state: { search, meta, onSearch } }: { state: FilterState }) {
  const shown = meta?.currency ?? search.currency
  if (shown === undefined) return null
  return (
    <PlainSelect
      label="Currency"
      options={currencyChoices(shown)}
      value={shown}
      onChange={(currency) => onSearch({ currency, min: undefined, max: undefined })}
      className="w-18 max-sm:w-24"
    />
  )
}
