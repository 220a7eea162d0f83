import { Button } from '#web/ui/controls/button.tsx'

interface NoticesProps {
  /** Parts of the chosen view that the table does not have. */
  missing: readonly string[]
  isOrderOld: boolean
  onResort: () => void
  /** What the seller should check; nothing has failed. */
  warning: string | null
  onCloseWarning: () => void
  problem: string | null
  onCloseProblem: () => void
  /** Announced only: what was copied. */
  status: string
}

/** What the seller should know, between the filters and the rows. */
export function Notices({ missing, isOrderOld, onResort, status, ...props }: NoticesProps) {
  const { warning, onCloseWarning, problem, onCloseProblem } = props
  return (
    <div className="shrink-0 text-xs">
      {missing.length > 0 && (
        <p role="status" className="border-b border-line bg-signal-soft px-4 py-1.5 text-signal">
          Left out of this view, because the table no longer has it: {missing.join(', ')}.
        </p>
      )}
      {isOrderOld && (
        <p className="flex items-center gap-3 border-b border-line bg-signal-soft px-4 py-0.5 text-signal">
          <span role="status">The order has changed.</span>
          <Button size="sm" tone="quiet" className="sm:h-7" onPress={onResort}>
            Re-sort
          </Button>
        </p>
      )}
      {warning !== null && (
        <div className="flex items-center gap-3 border-b border-line bg-signal-soft px-4 py-0.5 text-signal">
          <p role="alert" className="min-w-0 flex-1">
            {warning}
          </p>
          <Button size="sm" tone="quiet" className="sm:h-7" onPress={onCloseWarning}>
            Close
          </Button>
        </div>
      )}
      {problem !== null && (
        <div className="flex items-center gap-3 border-b border-line bg-danger-soft px-4 py-0.5 font-medium text-danger">
          <p role="alert" className="min-w-0 flex-1">
            {problem}
          </p>
          <Button size="sm" tone="quiet" className="sm:h-7" onPress={onCloseProblem}>
            Close
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {status}
      </p>
    </div>
  )
}
