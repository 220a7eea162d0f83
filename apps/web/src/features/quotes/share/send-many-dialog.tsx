import { useQuery } from '@tanstack/react-query'
import type { WireQuote } from '@terrace/contracts/quote-shapes'
import { useId, useState, type FormEvent } from 'react'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { validatePrompt } from '#web/ui/overlay/validate-prompt.ts'
import { recipientsQuery } from '#web/features/quotes/queries.ts'
import { useSendQuotes } from './use-send-quotes.ts'
import { FormActions } from '#web/ui/overlay/form-actions.tsx'

interface SendManyDialogProps {
  quotes: readonly WireQuote[]
  isOpen: boolean
  onClose: () => void
  /** Every quote was sent. */
  onSent: (count: number) => void
}

/** Emails several quotes, each to its own client. Known addresses are filled in. */
export function SendManyDialog({ quotes, isOpen, onClose, onSent }: SendManyDialogProps) {
  const formId = useId()
  const recipients = useQuery({ ...recipientsQuery(quotes.map(({ id }) => id)), enabled: isOpen })
  const { send, sentIds, errors, isPending } = useSendQuotes()
  const remaining = quotes.filter(({ id }) => !sentIds.has(id))
  const known = new Map(recipients.data?.map(({ quote_id, email }) => [quote_id, email]))

  async function submit(emails: ReadonlyMap<string, string>) {
    const isComplete = await send(remaining.map(({ id }) => ({ id, email: emails.get(id) ?? '' })))
    if (isComplete) onSent(quotes.length)
  }

  return (
    <Dialog
      title={quotes.length === 1 ? 'Send quote' : `Send ${quotes.length} quotes`}
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!isPending}
      actions={
        <FormActions
          formId={formId}
          submitLabel={`Send ${remaining.length}`}
          isDisabled={recipients.isPending}
          isPending={isPending}
          onCancel={onClose}
          cancelLabel={sentIds.size > 0 ? 'Close' : 'Cancel'}
        />
      }
    >
      {recipients.isPending ? (
        <SkeletonRegion label="Loading addresses" className="space-y-4">
          {quotes.map(({ id }) => (
            <Skeleton key={id} className="h-16 w-full" />
          ))}
        </SkeletonRegion>
      ) : (
        <Addresses
          formId={formId}
          quotes={remaining}
          known={known}
          errors={errors}
          sentCount={sentIds.size}
          onSubmit={(emails) => void submit(emails)}
        />
      )}
    </Dialog>
  )
}

interface AddressesProps {
  formId: string
  quotes: readonly WireQuote[]
  known: ReadonlyMap<string, string>
  /** Why a quote was not sent, by quote. */
  errors: ReadonlyMap<string, string>
  sentCount: number
  onSubmit: (emails: ReadonlyMap<string, string>) => void
}

/** Mounted when the known addresses have loaded, so that they never overwrite input. */
function Addresses({ formId, quotes, known, errors, sentCount, onSubmit }: AddressesProps) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(known)
  const [isTouched, setTouched] = useState(false)
  const emailOf = (id: string) => typed.get(id) ?? ''
  const isValid = (id: string) => validatePrompt('email', emailOf(id)).isValid

  function submit(event: FormEvent) {
    event.preventDefault()
    setTouched(true)
    if (quotes.every(({ id }) => isValid(id)))
      onSubmit(new Map(quotes.map(({ id }) => [id, emailOf(id).trim()])))
  }

  return (
    <form id={formId} noValidate onSubmit={submit} className="space-y-4">
      <p className="text-sm text-muted">We’ll email each link from your team, to that address only.</p>
      <p role="status" className="text-sm text-ok empty:hidden">
        {sentCount > 0 && `${sentCount} sent`}
      </p>
      {quotes.map(({ id, client_name: client, title }) => {
        const problem = isValid(id) ? errors.get(id) : 'Invalid email address'
        return (
          <TextField
            key={id}
            label={client === null || client === title ? title : `${client} · ${title}`}
            type="email"
            inputMode="email"
            autoComplete="off"
            value={emailOf(id)}
            onChange={(email) => setTyped(new Map([...typed, [id, email]]))}
            error={problem}
            isTouched={isTouched}
          />
        )
      })}
    </form>
  )
}
