import { formatCount } from '@terrace/domain/tickets'
import { Button } from './button.tsx'

interface ShowMoreProps {
  /** How many stand above it, of how many. */
  shown: number
  total: number
  onPress: () => void
  isPending: boolean
  /** Why the next page could not be had. */
  error?: string | undefined
}

/** The foot of a list of which there is more: what failed the last time, the way on, and how far one is. */
export function ShowMore({ shown, total, onPress, isPending, error }: ShowMoreProps) {
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
        {formatCount(shown)} of {formatCount(total)}
      </p>
    </div>
  )
}
