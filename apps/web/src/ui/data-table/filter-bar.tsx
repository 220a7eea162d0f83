import { useRef, type ReactNode } from 'react'
import { maxFilterTextLength } from '#web/lib/url/filter-text.ts'
import { useDebouncedText } from '#web/lib/hooks/use-debounced-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SearchField } from '#web/ui/controls/search-field.tsx'

export interface FilterBarProps {
  /** The text filter: label, placeholder and current value. */
  search: { label: string; placeholder: string; text: string; onChange: (text: string) => void }
  /** Clears all filters; `undefined` when none is set. */
  onClear: (() => void) | undefined
  /** Further filters. */
  children: ReactNode
  /** Action on the filtered list, at the end of the line. */
  action?: ReactNode
}

export function FilterBar({ search, onClear, children, action }: FilterBarProps) {
  const field = useRef<HTMLInputElement>(null)
  const { text, setText, flush } = useDebouncedText(search.text, search.onChange)
  return (
    <section aria-label="Filters" className="border-b border-line px-4 py-2 print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label={search.label}
          placeholder={search.placeholder}
          size="sm"
          value={text}
          onChange={setText}
          onSubmit={flush}
          inputRef={field}
          maxLength={maxFilterTextLength}
          className="max-w-72 flex-1 basis-44 max-sm:max-w-full"
        />
        {children}
        {onClear && (
          <Button
            size="sm"
            tone="quiet"
            onPress={({ pointerType }) => {
              onClear()
              // The button disappears after clearing, so the focus moves to the field. Not on touch, which would open
              // the keyboard.
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
