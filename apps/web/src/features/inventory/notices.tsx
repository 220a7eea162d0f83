import { Button } from '#web/ui/controls/button.tsx'
import { cx } from '#web/ui/cx.ts'

interface NoticesProps {
  /** Parts of the chosen view that the table does not have. */
  missing: readonly string[]
  isOrderOld: boolean
  onSortAgain: () => void
  /** What the seller should check; nothing has failed. */
  warning: string | null
  onCloseWarning: () => void
  problem: string | null
  onCloseProblem: () => void
  /** Announced only: what was copied. */
  status: string
}

/** What the seller should know, between the filters and the rows. */
export function Notices({ missing, isOrderOld, onSortAgain, status, ...props }: NoticesProps) {
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
          <Button size="sm" tone="quiet" className="sm:h-7" onPress={onSortAgain}>
            Re-sort
          </Button>
        </p>
      )}
      {warning !== null && (
        <ClosableNotice text={warning} className="bg-signal-soft text-signal" onClose={onCloseWarning} />
      )}
      {problem !== null && (
        <ClosableNotice
          text={problem}
          className="bg-danger-soft font-medium text-danger"
          onClose={onCloseProblem}
        />
      )}
      <p role="status" className="sr-only">
        {status}
      </p>
    </div>
  )
}

function ClosableNotice(props: { text: string; className: string; onClose: () => void }) {
  return (
    <div className={cx('flex items-center gap-3 border-b border-line px-4 py-0.5', props.className)}>
      <p role="alert" className="min-w-0 flex-1">
        {props.text}
      </p>
      <Button size="sm" tone="quiet" className="sm:h-7" onPress={props.onClose}>
        Close
      </Button>
    </div>
  )
}
