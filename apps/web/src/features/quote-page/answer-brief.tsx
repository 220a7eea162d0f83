import type { WireVisitorQuote } from '@terrace/contracts/quote-page'
import { CheckCircleIcon, InfoIcon } from '#web/ui/icons.ts'

type Status = WireVisitorQuote['status']

/** Where the answer stands in full. */
export const answerId = 'your-answer'

/** What was said, above the offers of a phone: the answer itself stands far below them. */
export function AnswerBrief({ status }: { status: Status }) {
  return (
    <p className="flex items-center gap-2 font-semibold">
      <AnswerIcon status={status} />
      <a href={`#${answerId}`} className="underline decoration-line-strong underline-offset-3">
        {answerTitle(status)}
      </a>
    </p>
  )
}

export function AnswerIcon({ status }: { status: Status }) {
  const isYes = status === 'Accepted' || status === 'Ordered'
  return isYes ? (
    <CheckCircleIcon aria-hidden className="mt-0.5 size-5 shrink-0 text-ok" />
  ) : (
    <InfoIcon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
  )
}

export function answerTitle(status: Status): string {
  if (status === 'Accepted' || status === 'Declined') return status
  return status === 'Ordered' ? 'Tickets ordered' : 'Not taking answers'
}
