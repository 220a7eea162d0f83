import { useRef, useState } from 'react'
import { useLoaded, type Load } from '#web/lib/use-loaded.ts'
import { useRowKeys } from '#web/lib/use-row-keys.ts'
import { useTypedText } from '#web/lib/use-typed-text.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { rememberSearch } from './recent-searches.ts'
import type { SearchWish } from './search-wish.ts'
import { useSlashKey } from './use-slash-key.ts'

/** What is below the field. It brings the search client, and so is loaded when it is first shown. */
export interface AnswersProps {
  wish: SearchWish
  onWish: (wish: SearchWish) => void
  /** The rows answer this wish now. */
  onAnswered: (wish: SearchWish) => void
}

export type LoadAnswers = Load<AnswersProps>

interface SearchPanelProps {
  wish: SearchWish
  onWish: (wish: SearchWish) => void
  loadAnswers: LoadAnswers
  /** What is found is being opened. */
  onFollow?: () => void
}

/** Rows of events; where there are none, whatever else was found. */
const rows = '[data-events] a[href]'

/**
 * The search: a field, and below it what matches, as typed. The field is there at once, so that no key is lost while the
 * rest loads; Enter waits for the answer to what was typed and opens its first row.
 */
export function SearchPanel({ wish, onWish, loadAnswers, onFollow }: SearchPanelProps) {
  const answers = useLoaded(loadAnswers)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const { text, setText, flush } = useTypedText(wish.text, (typed) => onWish({ ...wish, text: typed }))
  const [answered, setAnswered] = useState<SearchWish | null>(null)
  const isCurrent = answered === wish && text.trim() === wish.text
  // The text whose first row is to be opened as soon as it is there.
  const opening = useRef<string | null>(null)
  const keys = useRowKeys({ list, field, selector: rows, onEnter })
  useSlashKey(() => {
    field.current?.focus()
    field.current?.select()
  })

  function onEnter(first: HTMLElement | undefined) {
    // Nothing was asked for, so nothing is meant.
    if (text.trim() === '') return
    if (isCurrent) first?.click()
    else {
      opening.current = text.trim()
      flush()
    }
  }

  function onAnswered(to: SearchWish) {
    setAnswered(to)
    if (opening.current !== to.text) return
    opening.current = null
    list.current?.querySelector<HTMLElement>(rows)?.click()
  }

  return (
    <div className="mx-auto w-full max-w-340 px-4 pt-5 sm:px-7 sm:pt-8">
      <SearchField
        label="Search events"
        placeholder="Team, event, venue or city"
        size="lg"
        shortcut="/"
        value={text}
        onChange={(typed) => {
          opening.current = null
          setText(typed)
        }}
        onKeyDown={keys.onFieldKeyDown}
        isLoading={!isCurrent && text.trim() !== ''}
        inputRef={field}
        autoFocus
      />
      {/* Only passes on arrow keys between its links, and hears which is followed; it is not a control itself. */}
      <div
        ref={list}
        role="presentation"
        onKeyDown={keys.onListKeyDown}
        onClick={({ target, ctrlKey, metaKey, shiftKey }) => {
          if (!(target instanceof Element) || !target.closest('a[href]')) return
          rememberSearch(wish.text)
          // What opens beside, in a tab of its own, leaves this where it is.
          if (!ctrlKey && !metaKey && !shiftKey) onFollow?.()
        }}
      >
        {answers.isFailed && (
          <ErrorState
            title="The search could not be loaded"
            message="What was typed stays."
            onRetry={answers.retry}
            isOffline={!navigator.onLine}
          />
        )}
        {answers.Loaded && <answers.Loaded wish={wish} onWish={onWish} onAnswered={onAnswered} />}
      </div>
    </div>
  )
}
