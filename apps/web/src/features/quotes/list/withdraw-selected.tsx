import type { WireQuote } from '@terrace/contracts/quote-shapes'
import { bulkActionClass } from '#web/ui/data-table/bulk-action-classes.ts'

interface WithdrawSelectedProps {
  quotes: readonly WireQuote[]
  isBusy: boolean
  onWithdraw: (quotes: readonly WireQuote[]) => void
}

export function WithdrawSelected({ quotes, isBusy, onWithdraw }: WithdrawSelectedProps) {
  const open = quotes.filter(({ can }) => can.withdraw)
  return (
    <button
      type="button"
      data-command="withdraw"
      disabled={open.length === 0 || isBusy}
      className={bulkActionClass}
      onClick={() => onWithdraw(open)}
    >
      {open.length === quotes.length ? 'Withdraw' : `Withdraw ${open.length} open`}
    </button>
  )
}
