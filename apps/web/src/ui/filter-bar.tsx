import { useRef, type ReactNode } from 'react'
import { longestFilterText } from '#web/lib/filter-text.ts'
import { useTypedText } from '#web/lib/use-typed-text.ts'
import { Button } from './button.tsx'
import { SearchField } from './search-field.tsx'

interface FilterBarProps {
  /** Words to look for: what the field is called, what it looks through, and what is looked for now. */
  search: { label: string; placeholder: string; text: string; onChange: (text: string) => void }
  /** Leaves nothing narrowed; left out where nothing is. */
  onClear: (() => void) | undefined
  /** What else narrows the list. */
  children: ReactNode
  /** At the end of the line: what is done with all that is left. */
  action?: ReactNode
}

/** What narrows a list, above it. */
export function FilterBar({ search, onClear, children, action }: FilterBarProps) {
  const field = useRef<HTMLInputElement>(null)
  const { text, setText, flush } = useTypedText(search.text, search.onChange)
  return (
    <section aria-label="Filters" className="border-b border-line px-4 py-3 sm:px-5 print:hidden">
      <div className="flex flex-wrap items-start gap-2">
        <SearchField
          label={search.label}
          placeholder={search.placeholder}
          size="sm"
          value={text}
          onChange={setText}
          onSubmit={flush}
          inputRef={field}
          maxLength={longestFilterText}
          className="max-w-full flex-1 basis-56"
        />
        {children}
        {onClear && (
          <Button
            size="sm"
            tone="quiet"
            onPress={({ pointerType }) => {
              onClear()
              // The button goes with what it has cleared. A touch has no focus to keep, and would call up a keyboard.
              if (pointerType !== 'touch') field.current?.focus()
            }}
          >
            Clear
          </Button>
        )}
        {action}
      </div>
    </section>
  )
}
