import { Button } from '#web/ui/controls/button.tsx'

/** The quote can still be created, because the server calculates its own prices. */
export function PreviewError({ onRetry, isRetrying }: { onRetry: () => void; isRetrying: boolean }) {
  return (
    <div role="alert" className="space-y-2 text-sm text-danger">
      <p>Couldn’t load current prices.</p>
      <Button size="sm" onPress={onRetry} isPending={isRetrying}>
        Try again
      </Button>
    </div>
  )
}
