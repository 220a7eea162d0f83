import { useEffect, useRef } from 'react'
import { errorText } from '#web/lib/api-error.ts'
import { Notice } from '#web/ui/panel.tsx'
import { useSaveCard } from './mutations.ts'

interface SetupReturnProps {
  setupId: string | undefined
  onReturned: () => void
}

/** Back from the bank's question about a card: asks the provider once what came of it, and says so. */
export function SetupReturn({ setupId, onReturned }: SetupReturnProps) {
  const { mutate, data, error, isPending } = useSaveCard()
  const asked = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (setupId === undefined || asked.current === setupId) return
    asked.current = setupId
    mutate({ setup_id: setupId }, { onSettled: onReturned })
  }, [setupId, mutate, onReturned])

  return (
    <div role="status" className="not-empty:mb-3">
      {isPending && <Notice>Asking your bank about the card …</Notice>}
      {data?.status === 'saved' && <Notice tone="ok">The card is saved.</Notice>}
      {data?.status === 'processing' && (
        <Notice>Your bank is still checking the card. It appears here once that is done.</Notice>
      )}
      {(data?.status === 'declined' || data?.status === 'requires_action') && (
        <Notice tone="danger">
          {data.reason ?? 'Your bank did not confirm the card, so it was not saved.'}
        </Notice>
      )}
      {error && <Notice tone="danger">{errorText(error)}</Notice>}
    </div>
  )
}
