import type { WireVisitorQuote } from '@terrace/contracts/quote-page'
import { sumMoney } from '@terrace/domain/money'
import { onOwnClock } from '#web/lib/own-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { AlertTriangleIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/panel.tsx'
import { AnswerIcon, answerTitle } from './answer-brief.tsx'
import { ChosenLines } from './chosen-lines.tsx'
import { acceptedOf, lostOf, placesText, totalOf, type Offered } from './offer-words.ts'
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
  const lost = lostOf(quote)
  const isYes = status === 'Accepted' || status === 'Ordered'
  return (
    <div className="mt-3 first:mt-0">
      <StepHeading takesFocus={takesFocus} className="flex items-start gap-2.5 text-lg font-semibold">
        <AnswerIcon status={status} />
        {answerTitle(status)}
      </StepHeading>
      <p className="mt-1.5 text-sm text-muted">{textOf(quote, isOpen)}</p>
      {answer?.kind === 'accepted' && isYes && <Accepted quote={quote} />}
      {status === 'Accepted' && answer?.held_until && (
        <p className="mt-3 text-sm">
          {brand.name} keeps these tickets for you until {onOwnClock(answer.held_until)}.
        </p>
      )}
      <div role="status">
        {lost.length > 0 && (
          <Notice tone="signal" icon={<AlertTriangleIcon aria-hidden />} className="mt-3">
            {goneText(lost)} {isOpen ? 'You can choose again.' : `Ask ${brand.name} what there is instead.`}
          </Notice>
        )}
      </div>
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

function goneText(lost: readonly Offered[]): string {
  const [be, they] = lost.length === 1 ? ['is', 'it is'] : ['are', 'they are']
  return lost.every(({ quantities }) => quantities.length === 0)
    ? `${placesText(lost)} ${be} no longer available.`
    : `${placesText(lost)} ${be} no longer available as ${they} in your answer.`
}

function textOf({ status, brand: { name }, answer }: WireVisitorQuote, isOpen: boolean): string {
  const thanks = answer?.name ? `Thank you, ${answer.name}. ` : ''
  if (status === 'Accepted') return `${thanks}${name} knows and will be in touch about the next steps.`
  if (status === 'Declined') return `${name} knows.${isOpen ? '' : ' If you change your mind, ask them.'}`
  if (status === 'Ordered') return `${thanks}${name} has ordered the tickets and will send them to you.`
  return `This quote cannot be answered now. Ask ${name} about it.`
}
