import { NativeSelect } from '#web/ui/controls/native-select.tsx'
import { orderParams, sortChoiceOf, sortChoices } from './feed-order.ts'
import type { FeedFilterProps } from './filter-choices.ts'

/** The order of lists without column headers. */
export function SortSelect({ params, onParamsChange }: Pick<FeedFilterProps, 'params' | 'onParamsChange'>) {
  return (
    <NativeSelect
      label="Sort by"
      options={sortChoices.map(({ id, name }) => ({ id, name }))}
      value={sortChoiceOf(params).id}
      onChange={(id) => {
        const choice = sortChoices.find((candidate) => candidate.id === id)
        if (choice) onParamsChange(orderParams(choice.order, choice.sort))
      }}
      className="w-40"
    />
  )
}
