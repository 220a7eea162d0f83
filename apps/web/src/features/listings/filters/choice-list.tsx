import { formatCount } from '@terrace/domain/tickets/format-count'
import { memo, useState } from 'react'
import { priceText } from '#web/lib/format/price.ts'
import { useEventCallback } from '#web/lib/hooks/use-event-callback.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { controlClass } from '#web/ui/controls/field.tsx'
import {
  choicesOf,
  choiceTitles,
  selectedChoices,
  toggleChoice,
  type Choice,
  type ChoiceKind,
  type FeedFilterProps,
} from './filter-choices.ts'

/** Longer lists have a search field. */
const minChoicesForSearch = 10

/** Only this many choices are rendered; the search field finds the rest. */
const maxShownChoices = 60

interface ChoiceListProps {
  kind: ChoiceKind
  filters: FeedFilterProps
  /** Focuses the search field, if any, when the list opens on its own. */
  hasAutoFocus?: boolean
}

export function ChoiceList({ kind, filters, hasAutoFocus = false }: ChoiceListProps) {
  const [text, setText] = useState('')
  const choices = choicesOf(kind, filters)
  const selectedIds = new Set(selectedChoices(kind, filters).map(({ id }) => id))
  const query = text.trim().toLowerCase()
  const matches = choices.filter(({ name }) => name.toLowerCase().includes(query))
  // Selected values are always visible, wherever they rank.
  const visibleChoices = matches.filter(({ id }, index) => index < maxShownChoices || selectedIds.has(id))
  const title = choiceTitles[kind]
  const onToggle = useEventCallback((id: Choice['id']) =>
    filters.onParamsChange(toggleChoice(kind, id, filters.params)),
  )
  return (
    <fieldset className="flex min-h-0 min-w-0 flex-col">
      <legend className="text-xs font-semibold text-muted">{title}</legend>
      {choices.length > minChoicesForSearch && (
        <span className={`${controlClass(false, 'sm')} mt-2 shrink-0`}>
          <input
            type="search"
            autoFocus={hasAutoFocus}
            aria-label={`Find in ${title.toLowerCase()}`}
            placeholder="Find"
            value={text}
            onChange={({ target }) => setText(target.value)}
            className="min-w-0 flex-1 self-stretch rounded bg-transparent px-2.5 outline-none"
          />
        </span>
      )}
      <ul className="thin-scroll -mx-1 mt-1.5 max-h-72 min-h-0 overflow-y-auto p-1">
        {visibleChoices.map((choice) => (
          <ChoiceRow
            key={choice.id}
            id={choice.id}
            name={choice.name}
            count={choice.count}
            lowest={choice.lowest && priceText(choice.lowest)}
            isSelected={selectedIds.has(choice.id)}
            onToggle={onToggle}
          />
        ))}
      </ul>
      {visibleChoices.length === 0 && (
        <p className="py-2 text-xs text-muted">{choices.length === 0 ? 'No options' : 'No match'}</p>
      )}
      {visibleChoices.length < matches.length && (
        <p className="pt-1.5 text-xs text-muted">
          {formatCount(matches.length - visibleChoices.length)} more. Search by name.
        </p>
      )}
    </fieldset>
  )
}

interface ChoiceRowProps {
  id: Choice['id']
  name: string
  count: number
  lowest: string | null
  isSelected: boolean
  onToggle: (id: Choice['id']) => void
}

const ChoiceRow = memo(function ChoiceRow({ id, name, count, lowest, isSelected, onToggle }: ChoiceRowProps) {
  return (
    <li className="max-sm:[&_label]:min-h-10 [&_label]:w-full">
      <Checkbox isSelected={isSelected} onChange={() => onToggle(id)}>
        <span className="min-w-0 flex-1 py-1 [overflow-wrap:anywhere]">{name}</span>
        <span className="sr-only">
          , {formatCount(count)} {count === 1 ? 'listing' : 'listings'}
          {lowest !== null && ` all-in from ${lowest}`}
        </span>
        <span aria-hidden className="tabular shrink-0 text-xs text-muted">
          {formatCount(count)}
          {lowest !== null && <span className="inline-block w-20 text-right">{lowest}</span>}
        </span>
      </Checkbox>
    </li>
  )
})
