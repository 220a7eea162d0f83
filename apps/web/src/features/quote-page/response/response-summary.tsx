import type { WireClientQuote } from '@terrace/contracts/quote-page'
import { CheckCircleIcon, InfoIcon } from '#web/ui/icons.ts'

type Status = WireClientQuote['status']

/** Id of the full response panel. */
export const responseId = 'your-response'

/** The response in one line, shown above the offers on mobile. */
export function ResponseSummary({ status }: { status: Status }) {
  return (
    <p className="flex items-center gap-2 font-semibold">
      <ResponseIcon status={status} />
      <a href={`#${responseId}`} className="underline decoration-line-strong underline-offset-3">
        {responseTitle(status)}
      </a>
    </p>
  )
}

export function ResponseIcon({ status }: { status: Status }) {
  const isAccepted = status === 'Accepted' || status === 'Ordered'
  return isAccepted ? (
    <CheckCircleIcon aria-hidden className="mt-0.5 size-5 shrink-0 text-ok" />
  ) : (
    <InfoIcon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
  )
}

export function responseTitle(status: Status): string {
  if (status === 'Accepted' || status === 'Declined') return status
  return status === 'Ordered' ? 'Tickets ordered' : 'No longer accepting responses'
}
