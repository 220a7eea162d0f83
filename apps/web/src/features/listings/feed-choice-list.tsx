import { formatCount } from '@terrace/domain/tickets'
import { memo, useState } from 'react'
import { priceText } from '#web/lib/price.ts'
import { useStable } from '#web/lib/use-stable.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { controlClass } from '#web/ui/field.tsx'
import {
  choicesOf,
  choiceTitles,
  chosenOf,
  toggleChoice,
  type Choice,
  type ChoiceKind,
  type FilterState,
} from './feed-choices.ts'

/** From this many on there is a field to find one by its name. */
const manyChoices = 10

/** More than these are not drawn at once; the field finds the others. */
const shownAtMost = 60

interface ChoiceListProps {
  kind: ChoiceKind
  state: FilterState
  /** The field gets the focus where there is one: the list was opened by itself. */
  isAlone?: boolean
}

/** Values to tick, each with how many listings it would leave and the lowest price among them. */
export function ChoiceList({ kind, state, isAlone = false }: ChoiceListProps) {
  const [text, setText] = useState('')
  const choices = choicesOf(kind, state)
  const chosen = new Set(chosenOf(kind, state).map(({ id }) => id))
  const wanted = text.trim().toLowerCase()
  const found = choices.filter(({ name }) => name.toLowerCase().includes(wanted))
  // What is ticked is in sight wherever it stands in the list.
  const shown = found.filter(({ id }, place) => place < shownAtMost || chosen.has(id))
  const title = choiceTitles[kind]
  const onToggle = useStable((id: Choice['id']) => state.onSearch(toggleChoice(kind, id, state.search)))
  return (
    <fieldset className="flex min-h-0 min-w-0 flex-col">
      <legend className="text-xs font-semibold text-muted">{title}</legend>
      {choices.length > manyChoices && (
        <span className={`${controlClass(false, 'sm')} mt-2 shrink-0`}>
          <input
            type="search"
            autoFocus={isAlone}
            aria-label={`Find in ${title.toLowerCase()}`}
            placeholder="Find"
            value={text}
            onChange={({ target }) => setText(target.value)}
            className="min-w-0 flex-1 self-stretch rounded bg-transparent px-2.5 outline-none"
          />
        </span>
      )}
      <ul className="thin-scroll -mx-1 mt-1.5 max-h-72 min-h-0 overflow-y-auto p-1">
        {shown.map((choice) => (
          <ChoiceRow
            key={choice.id}
            id={choice.id}
            name={choice.name}
            count={choice.count}
            lowest={choice.lowest && priceText(choice.lowest)}
            isChosen={chosen.has(choice.id)}
            onToggle={onToggle}
          />
        ))}
      </ul>
      {shown.length === 0 && (
        <p className="py-2 text-xs text-muted">{choices.length === 0 ? 'Nothing to choose' : 'No match'}</p>
      )}
      {shown.length < found.length && (
        <p className="pt-1.5 text-xs text-muted">
          {formatCount(found.length - shown.length)} more: find them by name.
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
  isChosen: boolean
  onToggle: (id: Choice['id']) => void
}

const ChoiceRow = memo(function ChoiceRow({ id, name, count, lowest, isChosen, onToggle }: ChoiceRowProps) {
  return (
    <li className="max-sm:[&_label]:min-h-10 [&_label]:w-full">
      <Checkbox isSelected={isChosen} onChange={() => onToggle(id)}>
        <span className="min-w-0 flex-1 py-1 [overflow-wrap:anywhere]">{name}</span>
        <span className="sr-only">
          , {formatCount(count)} {count === 1 ? 'listing' : 'listings'}
          {lowest !== null && ` from ${lowest}`}
        </span>
        <span aria-hidden className="tabular shrink-0 text-xs text-muted">
          {formatCount(count)}
          {lowest !== null && <span className="inline-block w-20 text-right">{lowest}</span>}
        </span>
      </Checkbox>
    </li>
  )
})
