import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { useCallback, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { cx } from '#web/ui/cx.ts'
import { listingName } from '#web/features/inventory/texts.ts'
import { cellText, fieldTitles, parseCell, type CellChange, type CellField } from './cell-fields.ts'
import type { Fees } from './fees.ts'

const loadPriceCard = async () => ({ default: (await import('./price-card.tsx')).PriceCard })

/** Where the focus goes after an edit. */
export type EditMove = 'down' | 'right' | 'left' | 'stay' | 'away'

export interface CellEditorProps {
  row: WireInventoryRow
  field: CellField
  /** What was typed to start the edit; `null` edits the current value. */
  typed: string | null
  fees: Fees
  onSave: (change: CellChange, move: EditMove) => void
  onCancel: (move: EditMove) => void
}

/** A field in a cell: Enter saves and goes down, Tab saves and goes on, Esc cancels. An invalid text stays. */
export function CellEditor({ row, field, typed, fees, onSave, onCancel }: CellEditorProps) {
  const [text, setText] = useState(typed ?? cellText(row, field))
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [isAbove, setAbove] = useState(false)
  const isDone = useRef(false)

  const measure = useCallback((box: HTMLDivElement | null) => {
    if (box) setAbove(hasNoSpaceBelow(box))
  }, [])
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true })
    if (typed === null) input.current?.select()
  }, [typed])

  function finish(move: EditMove) {
    if (isDone.current) return
    if (text === cellText(row, field)) return cancel(move)
    const parsed = parseCell(row, field, text)
    if (!parsed.ok) return setError(parsed.message)
    isDone.current = true
    onSave(parsed.change, move)
  }
  function cancel(move: EditMove) {
    if (isDone.current) return
    isDone.current = true
    onCancel(move)
  }

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') finish('down')
    else if (event.key === 'Tab') finish(event.shiftKey ? 'left' : 'right')
    else if (event.key === 'Escape') cancel('stay')
    else return
    event.preventDefault()
  }

  return (
    <div ref={measure} className="absolute inset-0">
      <input
        ref={input}
        value={text}
        aria-label={`${fieldTitles[field]} of ${listingName(row)}`}
        aria-invalid={error !== undefined}
        aria-describedby={id}
        inputMode={['price', 'cost', 'floor'].includes(field) ? 'decimal' : undefined}
        autoComplete="off"
        onChange={({ target }) => {
          setText(target.value)
          setError(undefined)
        }}
        onKeyDown={onKeyDown}
        // A press elsewhere saves like Enter; an invalid text is dropped, because its message would be out of sight.
        onBlur={() => (parseCell(row, field, text).ok ? finish('away') : cancel('away'))}
        className={cx(
          'size-full rounded-sm border-2 bg-surface px-1 text-xs text-ink outline-none',
          field === 'internal_notes' || field === 'tags' ? 'min-w-60' : 'tabular text-right font-semibold',
          error === undefined ? 'border-accent' : 'border-danger',
        )}
      />
      <div
        id={id}
        className={cx(
          'absolute right-0 z-20 w-max max-w-72 overflow-hidden rounded shadow',
          isAbove ? 'bottom-full mb-1' : 'top-full mt-1',
        )}
      >
        {error !== undefined && (
          <p role="alert" className="bg-danger px-3 py-2 text-xs font-medium text-on-danger">
            {error}
          </p>
        )}
        {field === 'price' && (
          <LazyPart load={loadPriceCard} props={{ row, currency: row.price.currency, text, fees }} />
        )}
      </div>
    </div>
  )
}

const cardHeight = 180

/** Whether the card does not fit below the cell. */
function hasNoSpaceBelow(box: HTMLElement): boolean {
  const frame = box.closest('[data-grid]')
  if (!frame) return false
  return box.getBoundingClientRect().bottom + cardHeight > frame.getBoundingClientRect().bottom
}
