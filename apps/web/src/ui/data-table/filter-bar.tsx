import { useRef, type ReactNode } from 'react'
import { maxFilterTextLength } from '#web/lib/url/filter-text.ts'
import { useDebouncedText } from '#web/lib/hooks/use-debounced-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SearchField } from '#web/ui/controls/search-field.tsx'
import { CloseIcon } from '#web/ui/icons.ts'
import { MoreFilters } from './more-filters.tsx'
import { splitFilters, type TableFilter } from './table-filter.ts'

export interface FilterBarProps {
  /** The text filter: label, placeholder and current value. */
  search: { label: string; placeholder: string; text: string; onChange: (text: string) => void }
  filters: readonly TableFilter[]
  /** Clears all filters; `undefined` when none is set. */
  onClear: (() => void) | undefined
  /** Width of the line in pixels; 0 while it is unknown. */
  width: number
  /** Sorts a list of cards; `null` for a table. */
  sort: ReactNode
  /** Further actions at the end of the line. */
  children?: ReactNode
}

/** One line: search, the filters that fit, and "More filters". */
export function FilterBar({ search, filters, onClear, width, sort, children }: FilterBarProps) {
  const field = useRef<HTMLInputElement>(null)
  const { text, setText, flush } = useDebouncedText(search.text, search.onChange)
  const { inLine, more } = splitFilters(filters, width)
  return (
    <section
      aria-label="Filters"
      className="flex items-center gap-2 px-(--gutter,1.25rem) py-1.5 @max-[35rem]:px-4 @max-[35rem]:py-2"
    >
      <SearchField
        label={search.label}
        placeholder={search.placeholder}
        size="sm"
        value={text}
        onChange={setText}
        onSubmit={flush}
        inputRef={field}
        maxLength={maxFilterTextLength}
        className="min-w-0 flex-1 @min-[35rem]:max-w-72"
      />
      {inLine.map(({ id, width: controlWidth, control }) => (
        <div key={id} style={{ width: controlWidth }} className="shrink-0">
          {control}
        </div>
      ))}
      {(more.length > 0 || sort !== null) && <MoreFilters filters={more} sort={sort} />}
      {onClear && (
        <Button
          size="sm"
          tone="quiet"
          icon={<CloseIcon aria-hidden className="size-4 @min-[35rem]:hidden" />}
          className="@max-[35rem]:-mx-1 @max-[35rem]:px-2"
          onPress={({ pointerType }) => {
            onClear()
            // The button disappears after clearing, so the focus moves to the field. Not on touch, which would open
            // the keyboard.
            if (pointerType !== 'touch') field.current?.focus()
          }}
        >
          <span className="@max-[35rem]:sr-only">Clear</span>
        </Button>
      )}
      {children}
    </section>
  )
}
