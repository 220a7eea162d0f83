import { useMutation } from '@tanstack/react-query'
import { inventoryDraftsRoutes } from '@terrace/contracts/inventory-drafts'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'

interface RememberEventProps {
  from: 'rows' | 'text'
  /** `event_key` of the draft. */
  name: string
  eventId: number
}

/** Offers to remember the chosen event for this name, in later rows, lines and files of the team. */
export function RememberEvent({ from, name, eventId }: RememberEventProps) {
  const remember = useMutation({
    mutationFn: () =>
      call(inventoryDraftsRoutes.rememberEvent, { body: { from, key: name, event_id: eventId } }),
  })
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2 text-xs">
      {remember.isSuccess ? (
        <p role="status" className="text-ok">
          Remembered: this name means this event from now on.
        </p>
      ) : (
        <Button size="sm" tone="quiet" isPending={remember.isPending} onPress={() => remember.mutate()}>
          Remember this event for this name
        </Button>
      )}
      {remember.error && (
        <p role="alert" className="font-medium text-danger">
          {errorText(remember.error)}
        </p>
      )}
    </div>
  )
}
