import type { WireQuote } from '@terrace/contracts/quote-shapes'
import { bulkActionClass } from '#web/ui/data-table/bulk-action-classes.ts'
import { useWithdrawQuotes } from './use-withdraw-quotes.ts'

interface WithdrawSelectedProps {
  quotes: readonly WireQuote[]
  onWithdrawn: () => void
  onProblem: (problem: string | null) => void
}

export function WithdrawSelected({ quotes, onWithdrawn, onProblem }: WithdrawSelectedProps) {
  const { withdraw, isPending } = useWithdrawQuotes(onProblem)
  const open = quotes.filter(({ can }) => can.withdraw)

  async function withdrawAll() {
    if (await withdraw(open)) onWithdrawn()
  }

  return (
    <button
      type="button"
      data-command="withdraw"
      disabled={open.length === 0 || isPending}
      className={bulkActionClass}
      onClick={() => void withdrawAll()}
    >
      {open.length === quotes.length ? 'Withdraw' : `Withdraw ${open.length} open`}
    </button>
  )
}
