import { formatMoney, type Money } from '@terrace/domain/money'
import { formatTickets } from '@terrace/domain/tickets'
import { Button } from '#web/ui/button.tsx'

interface ThumbBarProps {
  tickets: number
  total: Money
  label: string
  onAccept: () => void
  onDecline: () => void
}

/** On a phone, what is chosen, and yes and no, in reach of a thumb wherever one has scrolled to. */
export function ThumbBar({ tickets, total, label, onAccept, onDecline }: ThumbBarProps) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 flex items-center justify-between gap-3 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden">
      <p className="tabular min-w-0 leading-tight">
        <span className="block text-sm text-muted">
          {tickets === 0 ? 'Nothing chosen yet' : formatTickets(tickets)}
        </span>
        {tickets > 0 && <span className="block text-lg font-semibold">{formatMoney(total)}</span>}
      </p>
      <span className="flex shrink-0 gap-1">
        <Button tone="quiet" size="lg" onPress={onDecline}>
          Decline
        </Button>
        {tickets > 0 && (
          // Beside the other there is no room for all of its words.
          <Button tone="primary" size="lg" aria-label={label} onPress={onAccept}>
            Accept
          </Button>
        )}
      </span>
    </div>
  )
}
