import { quotesRoutes } from '@terrace/contracts/quotes'
import { FormError } from '#web/forms/form-error.tsx'
import { call } from '#web/lib/http/api-client.ts'
import { PromptDialog } from '#web/ui/overlay/prompt-dialog.tsx'
import { useQuoteAction } from '#web/features/quotes/mutations.ts'

interface SendDialogProps {
  quoteId: string
  isOpen: boolean
  onClose: () => void
  onSent: (email: string) => void
}

/** Asks for the client's email and sends the quote's link to it, for the first time or again. */
export function SendDialog({ quoteId, isOpen, onClose, onSent }: SendDialogProps) {
  const send = useQuoteAction(quoteId)

  function close() {
    send.reset()
    onClose()
  }

  return (
    <PromptDialog
      isOpen={isOpen}
      kind="email"
      title="Send quote"
      label="Client’s email"
      message="We’ll email the link from your team."
      confirmLabel="Send"
      isPending={send.isPending}
      problem={send.isError && <FormError error={send.error} />}
      onCancel={close}
      onConfirm={(email) =>
        send.mutate((params) => call(quotesRoutes.send, { params, body: { email } }), {
          onSuccess: () => {
            onSent(email)
            close()
          },
        })
      }
    />
  )
}
