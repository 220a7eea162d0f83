import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { OnDemandDialog } from '#web/ui/overlay/on-demand-dialog.tsx'
import { CardFields } from './card-fields.tsx'
import type { CardForm } from './card-form.ts'
import { cardFormNotReady, CardError, cardErrorText } from './card-messages.ts'
import { useSaveCard } from './mutations.ts'
import { setupQuery } from './queries.ts'
import { CardUnavailable } from './card-unavailable.tsx'
import { FormActions } from '#web/ui/overlay/form-actions.tsx'

interface AddCardProps {
  isOpen: boolean
  onClose: () => void
}

/** Saves a card without making a payment. */
export function AddCard({ isOpen, onClose }: AddCardProps) {
  const formId = useId()
  const [isBusy, setBusy] = useState(false)
  return (
    <OnDemandDialog
      title="Add a card"
      size="sm"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!isBusy}
      actions={
        <FormActions
          formId={formId}
          submitLabel="Save card"
          pendingLabel="Saving"
          isPending={isBusy}
          onCancel={onClose}
        />
      }
    >
      <NewCard formId={formId} onBusy={setBusy} onSaved={onClose} />
    </OnDemandDialog>
  )
}

interface NewCardProps {
  formId: string
  onBusy: (isBusy: boolean) => void
  onSaved: () => void
}

/** Mounted inside the dialog, so each opening starts with an empty form and its own setup secret. */
function NewCard({ formId, onBusy, onSaved }: NewCardProps) {
  const setup = useQuery(setupQuery())
  const queryClient = useQueryClient()
  const save = useSaveCard()
  const card = useRef<CardForm>(null)
  const isRunning = useRef(false)
  const [isDefault, setDefault] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function send() {
    if (!card.current) throw cardFormNotReady()
    const { token } = await card.current.tokenise()
    const { setup_id } = await queryClient.ensureQueryData(setupQuery())
    const { status, reason, next_action } = await save.mutateAsync({
      setup_id,
      card_token: token,
      make_default: isDefault ? 1 : 0,
    })
    if (status === 'requires_action' && next_action) return redirectTo(next_action.url)
    if (status === 'declined') throw new CardError(reason ?? 'Your card was declined.')
    if (status === 'processing') {
      throw new CardError(
        'Your bank is still checking this card. It will appear in your list when that’s done.',
      )
    }
    return onSaved()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    // A double click must not save the card twice.
    if (isRunning.current) return
    isRunning.current = true
    onBusy(true)
    setProblem(null)
    try {
      await send()
    } catch (error) {
      setProblem(cardErrorText(error))
    } finally {
      isRunning.current = false
      onBusy(false)
    }
  }

  if (setup.isError) {
    return (
      <div className="space-y-3">
        <ActionError error={setup.error} />
        <CardUnavailable onRetry={() => void setup.refetch()} />
      </div>
    )
  }
  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      {problem !== null && (
        <p role="alert" className="text-sm font-medium text-danger">
          {problem}
        </p>
      )}
      <CardFields ref={card} isInDialog />
      <Checkbox isSelected={isDefault} onChange={setDefault}>
        Make default
      </Checkbox>
    </form>
  )
}
