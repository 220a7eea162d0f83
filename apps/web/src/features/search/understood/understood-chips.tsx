import { quoteSpan, withoutSpans } from '@terrace/domain/search/edit-query'
import { useRef } from 'react'
import type { EventPage } from '#web/features/search/query/find-events.ts'
import { inQuotationMarks } from '#web/lib/format/quotation-marks.ts'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { cx } from '#web/ui/cx.ts'
import { CloseIcon } from '#web/ui/icons.ts'

interface UnderstoodChipsProps {
  page: EventPage
  /** Whether the page belongs to an earlier text; changes wait for the current one. */
  isStale: boolean
  onTextChange: (text: string) => void
  /** Receives the focus when the last chip is removed. */
  field: () => HTMLElement | null
}

interface Part {
  key: string
  from: number
  to: number
  label: string
  note?: string
  /** `event` limits events, `listing` the listings of the event that is opened, `text` was typed in quotation marks. */
  kind: 'event' | 'listing' | 'text'
  isLeftOut: boolean
}

/** What was understood, in the order of the text. Each part can be searched as text instead, or removed. */
export function UnderstoodChips({ page, isStale, onTextChange, field }: UnderstoodChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  useListFocus({
    list,
    rows: () => [...(list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])],
    field: {
      get current() {
        return field()
      },
    },
  })
  const { text } = page.understood
  const change = (changed: string) => {
    if (!isStale) onTextChange(changed)
  }
  const parts = partsOf(page)
  return (
    // Stays mounted when empty, because it tracks which button had the focus.
    <ul
      ref={list}
      aria-label="Understood"
      aria-busy={isStale}
      className={cx(
        'flex flex-wrap gap-1.5 transition-opacity duration-150',
        parts.length > 0 && 'mt-3',
        isStale && 'opacity-55',
      )}
    >
      {parts.map((part) => (
        <li
          key={part.key}
          className={cx(
            'inline-flex h-7 max-w-full items-stretch overflow-hidden rounded-full border text-xs max-sm:h-9',
            part.isLeftOut
              ? 'border-line bg-surface text-muted'
              : 'border-transparent bg-accent-soft text-accent',
          )}
        >
          <ChipLabel part={part} text={text} onTextChange={change} />
          <button
            type="button"
            data-remove
            aria-label={`Remove ${part.label}`}
            onClick={() => change(withoutSpans(text, [part]))}
            className="inline-flex shrink-0 items-center pr-2 pl-1 -outline-offset-2 hover:bg-ink/10 max-sm:pr-3 max-sm:pl-2"
          >
            <CloseIcon aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface ChipLabelProps {
  part: Part
  text: string
  onTextChange: (text: string) => void
}

function ChipLabel({ part, text, onTextChange }: ChipLabelProps) {
  const typed = text.slice(part.from, part.to)
  const isText = part.kind === 'text'
  const action = isText ? `Interpret ${typed}` : `Search “${typed}” as text`
  return (
    <button
      type="button"
      title={action}
      onClick={() => onTextChange(isText ? text.replace(typed, unquoted(typed)) : quoteSpan(text, part))}
      className="flex min-w-0 items-center gap-1.5 pr-1 pl-3 -outline-offset-2 hover:bg-ink/10"
    >
      <span className={cx('truncate', part.isLeftOut && 'line-through')}>{part.label}</span>
      {part.note !== undefined && <span className="truncate text-muted">{part.note}</span>}
      {part.isLeftOut && <span className="sr-only">, left out</span>}
      <span className="sr-only">. {action}</span>
    </button>
  )
}

const unquoted = (typed: string): string => typed.replaceAll(/["“”]/g, '')

function partsOf(page: EventPage): Part[] {
  const { understood } = page
  const dropped = new Set(page.leftOut?.parts.map(({ from }) => from))
  const events = page.isAsText
    ? []
    : understood.parts.map(({ kind, from, to, label, alternatives, unused }): Part => {
        const isDate = kind === 'date'
        const isLeftOut = dropped.has(from)
        return {
          key: `${from} ${label}`,
          from,
          to,
          label: isDate ? [label, ...alternatives].join(' or ') : label,
          ...(!isDate && alternatives.length > 0 && { note: `or ${alternatives.join(', ')}` }),
          ...(unused !== undefined && !isLeftOut && { note: `${inQuotationMarks(unused)} left out` }),
          kind: 'event',
          isLeftOut,
        }
      })
  const listings = understood.listing_parts.map(({ from, to, label }): Part => {
    return { key: `${from} ${label}`, from, to, label, kind: 'listing', isLeftOut: false }
  })
  const quoted = understood.words
    .filter(({ is_quoted: isQuoted }) => isQuoted)
    .map(({ from, to, text: word }): Part => {
      return {
        key: `${from} ${word}`,
        from,
        to,
        label: `“${word}”`,
        kind: 'text',
        isLeftOut: dropped.has(from),
      }
    })
  return [...events, ...listings, ...quoted].toSorted((left, right) => left.from - right.from)
}
