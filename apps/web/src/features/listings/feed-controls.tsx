import { formatCount } from '@terrace/domain/tickets'
import { PlainSelect } from '#web/ui/plain-select.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { anyQuantity, quantityChoices, sortChoiceOf, sortChoices, type FeedSearch } from './feed-filter.ts'

interface FeedControlsProps {
  search: FeedSearch
  onChange: (change: FeedSearch) => void
  /** Listings that the choice leaves; unknown while they are on their way. */
  total: number | undefined
}

const segments = quantityChoices.map((choice) =>
  choice === anyQuantity
    ? { value: String(choice), label: 'Any', name: 'Any quantity' }
    : {
        value: String(choice),
        label: `${choice}+`,
        name: choice === 1 ? '1 ticket or more' : `${choice} tickets or more`,
      },
)

/** How many tickets are wanted together, and in which order the list stands. Both live in the address. */
export function FeedControls({ search, onChange, total }: FeedControlsProps) {
  const sort = sortChoiceOf(search)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5 px-5 py-3 max-sm:px-4 lg:pl-7">
      <Segmented
        label="Quantity"
        segments={segments}
        value={String(search.quantity ?? anyQuantity)}
        onChange={(value) =>
          onChange({ quantity: Number(value) === anyQuantity ? undefined : Number(value) })
        }
        className="max-sm:w-full max-sm:[&>*]:flex-1"
      />
      <div className="ml-auto flex items-center gap-3 max-sm:w-full max-sm:justify-between">
        <span role="status" className="tabular text-xs whitespace-nowrap text-muted">
          {total === undefined ? '' : `${formatCount(total)} ${total === 1 ? 'listing' : 'listings'}`}
        </span>
        <PlainSelect
          label="Sort by"
          options={sortChoices.map(({ id, name }) => ({ id, name }))}
          value={sort.id}
          onChange={(id) => {
            const chosen = sortChoices.find((choice) => choice.id === id)
            if (!chosen) return
            // Defaults stay out of the address.
            onChange({
              order: chosen.order === 'price' ? undefined : chosen.order,
              sort: chosen.sort === 'asc' ? undefined : chosen.sort,
            })
          }}
          className="w-52 max-sm:w-44"
        />
      </div>
    </div>
  )
}
