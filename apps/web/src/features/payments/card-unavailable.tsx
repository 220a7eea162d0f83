import { Button } from '#web/ui/button.tsx'

/** Where the provider's form cannot be had: nothing else on the page is lost. */
export function CardUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 text-sm">
      <p className="min-w-0 flex-1 text-danger">The card form could not be loaded.</p>
      <Button size="sm" onPress={onRetry}>
        Try again
      </Button>
    </div>
  )
}
