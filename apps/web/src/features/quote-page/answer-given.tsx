import type { WireVisitorQuote } from '@terrace/contracts/quote-page'
import { sumMoney } from '@terrace/domain/money'
import { onOwnClock } from '#web/lib/own-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckCircleIcon, InfoIcon } from '#web/ui/icons.ts'
import { ChosenLines } from './chosen-lines.tsx'
import { acceptedOf, totalOf } from './offer-words.ts'
import { StepHeading } from './step-heading.tsx'

interface AnswerGivenProps {
  quote: WireVisitorQuote
  /** Whether the client may still think again. */
  isOpen: boolean
  /** It takes the place of what had the focus. */
  takesFocus: boolean
  onChange: () => void
}

/** What the client has said and what comes of it; or why nothing can be said now. */
export function AnswerGiven({ quote, isOpen, takesFocus, onChange }: AnswerGivenProps) {
  const { status, answer, brand } = quote
  const said = wordsOf(quote, isOpen)
  const isYes = status === 'Accepted' || status === 'Ordered'
  return (
    <div className="mt-3 first:mt-0">
      <StepHeading takesFocus={takesFocus} className="flex items-start gap-2.5 text-lg font-semibold">
        {isYes ? (
          <CheckCircleIcon aria-hidden className="mt-0.5 size-5 shrink-0 text-ok" />
        ) : (
          <InfoIcon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
        )}
        {said.title}
      </StepHeading>
      <p className="mt-1.5 text-sm text-muted">{said.text}</p>
      {answer?.kind === 'accepted' && isYes && <Accepted quote={quote} />}
      {status === 'Accepted' && answer?.held_until && (
        <p className="mt-3 text-sm">
          {brand.name} keeps these tickets for you until {onOwnClock(answer.held_until)}.
        </p>
      )}
      {isOpen && answer !== null && (
        <Button isFullWidth onPress={onChange} className="mt-4">
          {status === 'Declined' ? 'Think again' : 'Change my answer'}
        </Button>
      )}
    </div>
  )
}

/** The accepted tickets with what they come to, as far as they are known to the page. */
function Accepted({ quote }: { quote: WireVisitorQuote }) {
  const lines = acceptedOf(quote)
  const tickets = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const totals = lines.flatMap(({ offer, quantity }) => (offer ? [totalOf(offer, quantity)] : []))
  const total = totals.length === lines.length ? sumMoney(totals, quote.currency) : null
  return (
    <div className="mt-3">
      <ChosenLines
        label="What you accepted"
        lines={lines.flatMap(({ offer, quantity }) => (offer ? [{ offer, quantity }] : []))}
        tickets={tickets}
        total={total}
      />
    </div>
  )
}

function wordsOf(
  { status, brand: { name }, answer }: WireVisitorQuote,
  isOpen: boolean,
): { title: string; text: string } {
  const thanks = answer?.name ? `Thank you, ${answer.name}. ` : ''
  if (status === 'Accepted') {
    return { title: 'Accepted', text: `${thanks}${name} knows and will be in touch about the next steps.` }
  }
  if (status === 'Declined') {
    return { title: 'Declined', text: `${name} knows.${isOpen ? '' : ' If you change your mind, ask them.'}` }
  }
  if (status === 'Ordered') {
    return {
      title: 'Tickets ordered',
      text: `${thanks}${name} has ordered the tickets and will send them to you.`,
    }
  }
  return { title: 'Not taking answers', text: `This quote cannot be answered now. Ask ${name} about it.` }
}
