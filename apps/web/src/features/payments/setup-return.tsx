import { useEffect, useRef } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'
import { Notice } from '#web/ui/layout/panel.tsx'
import { useSaveCard } from './mutations.ts'

interface SetupReturnProps {
  setupId: string | undefined
  onReturned: () => void
}

/** Completes a card setup after the bank's confirmation page and shows the result. */
export function SetupReturn({ setupId, onReturned }: SetupReturnProps) {
  const { mutate, data, error, isPending } = useSaveCard()
  const handledSetupId = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (setupId === undefined || handledSetupId.current === setupId) return
    handledSetupId.current = setupId
    mutate({ setup_id: setupId }, { onSettled: onReturned })
  }, [setupId, mutate, onReturned])

  return (
    <div role="status" className="not-empty:mb-3">
      {isPending && <Notice>Checking your card with the bank…</Notice>}
      {data?.status === 'saved' && <Notice tone="ok">Card saved.</Notice>}
      {data?.status === 'processing' && (
        <Notice>Your bank is still checking this card. It will appear here when that’s done.</Notice>
      )}
      {(data?.status === 'declined' || data?.status === 'requires_action') && (
        <Notice tone="danger">
          {data.reason ?? 'Your bank didn’t confirm this card, so it wasn’t saved.'}
        </Notice>
      )}
      {error && <Notice tone="danger">{errorText(error)}</Notice>}
    </div>
  )
}
