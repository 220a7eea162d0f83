import { formatCount } from '@terrace/domain/tickets/format-count'
import { Button } from './button.tsx'

interface ShowMoreProps {
  /** Number of visible items, and of all items. */
  visible: number
  total: number
  onPress: () => void
  isPending: boolean
  /** Error of the last attempt to load more. */
  error?: string | undefined
}

/** The end of a partially loaded list: error, button and progress. */
export function ShowMore({ visible, total, onPress, isPending, error }: ShowMoreProps) {
  return (
    <div className="flex flex-col items-center gap-2 border-t border-line p-4">
      {error !== undefined && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
      <Button onPress={onPress} isPending={isPending} pendingLabel="Loading more">
        Show more
      </Button>
      <p className="tabular text-xs text-muted">
        {formatCount(visible)} of {formatCount(total)}
      </p>
    </div>
  )
}
