import { useMutation } from '@tanstack/react-query'
import { inventoryEventRequestsRoutes } from '@terrace/contracts/inventory-event-requests'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { refusal } from '#web/lib/http/refusals.ts'
import { ExplainedButton } from '#web/ui/controls/explained-button.tsx'

interface RequestEventButtonProps {
  importId: string
  /** Of the held event. */
  eventKey: string
}

/** Asks the operator to add an event that Terrace lacks. Its rows stay held until then. */
export function RequestEventButton({ importId, eventKey }: RequestEventButtonProps) {
  const request = useMutation({
    mutationFn: () =>
      call(inventoryEventRequestsRoutes.create, {
        params: { import_id: importId },
        body: { key: eventKey },
      }),
  })
  return (
    <>
      <ExplainedButton
        reason={refusal('list')}
        size="sm"
        tone="quiet"
        isPending={request.isPending}
        isDisabled={request.isSuccess}
        onPress={() => request.mutate()}
      >
        {request.isSuccess ? 'Requested' : 'Request event'}
      </ExplainedButton>
      <p role="status" className="w-full text-xs text-muted empty:hidden">
        {request.isSuccess && 'Requested. The rows stay held; later files find the event once it is added.'}
      </p>
      {request.error && (
        <p role="alert" className="w-full text-xs font-medium text-danger">
          {errorText(request.error)}
        </p>
      )}
    </>
  )
}
