import { formatMoney, type Money } from '@terrace/domain/money'
import { formatTickets } from '@terrace/domain/tickets'
import { Button } from '#web/ui/button.tsx'

interface ThumbBarProps {
  tickets: number
  total: Money
  label: string
  onPress: () => void
}

/** On a phone, what is chosen and the way on, in reach of a thumb wherever one has scrolled to. */
export function ThumbBar({ tickets, total, label, onPress }: ThumbBarProps) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 flex items-center justify-between gap-3 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden">
      <p className="tabular min-w-0 leading-tight">
        <span className="block text-sm text-muted">{formatTickets(tickets)}</span>
        <span className="block text-lg font-semibold">{formatMoney(total)}</span>
      </p>
      <Button tone="primary" size="lg" onPress={onPress}>
        {label}
      </Button>
    </div>
  )
}
