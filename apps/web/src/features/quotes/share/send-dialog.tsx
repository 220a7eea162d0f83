import { useQuery } from '@tanstack/react-query'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { isRecentRequest } from '#web/lib/http/idempotency-key.ts'
import { useIdempotencyKeys } from '#web/lib/http/use-idempotency-keys.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { call } from '#web/lib/http/api-client.ts'
import { PromptDialog } from '#web/ui/overlay/prompt-dialog.tsx'
import { useQuoteAction } from '#web/features/quotes/mutations.ts'
import { recipientsQuery } from '#web/features/quotes/queries.ts'

interface SendDialogProps {
  quoteId: string
  isOpen: boolean
  onClose: () => void
  onSent: (email: string) => void
}

/** Asks for the client's email, with the known address filled in, and sends the quote's link to it. */
export function SendDialog({ quoteId, isOpen, onClose, onSent }: SendDialogProps) {
  const send = useQuoteAction(quoteId)
  const withIdempotencyKey = useIdempotencyKeys(isRecentRequest)
  // If this fails, the user types the address.
  const recipients = useQuery({ ...recipientsQuery([quoteId]), enabled: isOpen })

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
      suggestion={recipients.data?.[0]?.email}
      confirmLabel="Send"
      isPending={send.isPending}
      problem={send.isError && <FormError error={send.error} />}
      onCancel={close}
      onConfirm={(email) =>
        send.mutate(
          (params) =>
            withIdempotencyKey(email, (idempotencyKey) =>
              call(quotesRoutes.send, { params, body: { email }, idempotencyKey }),
            ),
          {
            onSuccess: () => {
              onSent(email)
              close()
            },
          },
        )
      }
    />
  )
}
