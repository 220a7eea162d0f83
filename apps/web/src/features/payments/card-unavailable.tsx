import { Button } from '#web/ui/controls/button.tsx'

export function CardUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 text-sm">
      <p className="min-w-0 flex-1 text-danger">Couldn’t load the card form.</p>
      <Button size="sm" onPress={onRetry}>
        Try again
      </Button>
    </div>
  )
}
