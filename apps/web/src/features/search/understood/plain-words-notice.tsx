import { Button } from '#web/ui/controls/button.tsx'

interface PlainWordsNoticeProps {
  onRetry: () => void
  isRetrying: boolean
}

/** Says that dates and names in the text had no meaning for this search. */
export function PlainWordsNotice({ onRetry, isRetrying }: PlainWordsNoticeProps) {
  return (
    <p role="status" className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <span>Searching your words as plain text: dates and names couldn’t be interpreted.</span>
      <Button size="sm" onPress={onRetry} isPending={isRetrying} pendingLabel="Trying again">
        Try again
      </Button>
    </p>
  )
}
