import { formatTickets } from '@terrace/domain/tickets/format-count'
import { useRef } from 'react'
import { useHeightVariable } from '#web/lib/hooks/use-height-variable.ts'
import { Button } from '#web/ui/controls/button.tsx'

interface BottomActionBarProps {
  tickets: number
  /** The total of the selection, or the range to choose from; `null` when there is neither. */
  total: string | null
  nothingSelected: string
  label: string
  onAccept: () => void
  onDecline: () => void
}

/** On mobile, keeps the selection and the accept and decline buttons at the bottom of the screen. */
export function BottomActionBar({
  tickets,
  total,
  nothingSelected,
  label,
  onAccept,
  onDecline,
}: BottomActionBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useHeightVariable(bar, '--action-bar-height')
  return (
    <div
      ref={bar}
      className="fixed inset-x-0 bottom-0 z-20 flex items-center justify-between gap-3 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden"
    >
      <p className="tabular min-w-0 leading-tight">
        <span className="block text-sm text-muted">
          {tickets === 0 ? nothingSelected : formatTickets(tickets)}
        </span>
        {total !== null && <span className="block text-lg font-semibold">{total}</span>}
      </p>
      <span className="flex shrink-0 gap-1">
        <Button tone="quiet" size="lg" onPress={onDecline}>
          Decline
        </Button>
        {tickets > 0 && (
          // The full label does not fit next to Decline.
          <Button tone="primary" size="lg" aria-label={label} onPress={onAccept}>
            Accept
          </Button>
        )}
      </span>
    </div>
  )
}
