import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { cx } from '#web/ui/cx.ts'
import { listingName } from '#web/features/inventory/texts.ts'

interface PublishCellProps {
  row: WireInventoryRow
  className?: string
  isTabStop?: boolean
  /** Why the user may not switch it. */
  refusal?: string | null
  /** Absent in the grid. */
  onPress?: () => void
}

/** The switch of a listing; the grid handles its presses, so that rows stay cheap. */
export function PublishCell({
  row,
  className,
  isTabStop = false,
  refusal = null,
  onPress,
}: PublishCellProps) {
  if (row.status === 'sold_out') return <span className="text-muted">Sold</span>
  return (
    <button
      type="button"
      role="switch"
      aria-checked={row.published}
      aria-label={`Published: ${listingName(row)}`}
      tabIndex={isTabStop ? 0 : -1}
      data-publish
      aria-disabled={refusal !== null || undefined}
      title={refusal ?? undefined}
      onClick={onPress}
      className={cx(
        'relative inline-flex h-3.5 w-6.5 shrink-0 items-center rounded-full border align-middle',
        row.published ? 'border-accent bg-accent' : 'border-line-strong bg-sunken',
        refusal !== null && 'cursor-default opacity-45',
        className,
      )}
    >
      <span
        className={cx(
          'absolute size-2.5 rounded-full',
          row.published ? 'right-px bg-on-accent' : 'left-px bg-muted',
        )}
      />
    </button>
  )
}
