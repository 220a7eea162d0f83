import { readUser } from '#web/lib/session.ts'
import { PlainSelect } from '#web/ui/plain-select.tsx'
import type { FilterState } from './feed-choices.ts'

/** What prices are most often compared in; the team's own comes before them. */
const common = ['GBP', 'EUR', 'USD']

/** In which currency the prices are shown. A range that was chosen in another one would mean something else, and goes. */
export function CurrencySelect({ state: { search, meta, onSearch } }: { state: FilterState }) {
  const shown = meta?.currency ?? search.currency
  if (shown === undefined) return null
  const own = readUser()?.['base_currency']
  const codes = [...new Set([...(typeof own === 'string' ? [own] : []), shown, ...common])]
  return (
    <PlainSelect
      label="Currency"
      options={codes.map((code) => ({ id: code, name: code }))}
      value={shown}
      onChange={(currency) => onSearch({ currency, min: undefined, max: undefined })}
      className="w-18 max-sm:w-24"
    />
  )
}
