import type { WireClientQuote } from '@terrace/contracts/quote-page'
import { sumMoney } from '@terrace/domain/money/money'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AlertTriangleIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/layout/panel.tsx'
import { ResponseIcon, responseTitle } from './response-summary.tsx'
import { SelectedOfferLines } from '#web/features/quote-page/offers/selected-offer-lines.tsx'
import {
  acceptedOffers,
  unavailableOffers,
  seatLabelList,
  totalOf,
  type OfferDetails,
} from '#web/features/quote-page/offers/offer-copy.ts'
import { StepHeading } from './step-heading.tsx'

interface SubmittedResponseProps {
  quote: WireClientQuote
  /** Whether the client can still change the response. */
  isOpen: boolean
  /** Set when it replaces the element that had the focus. */
  takesFocus: boolean
  onChange: () => void
}

/** The client's response and the next step, or the reason why the quote takes no response. */
export function SubmittedResponse({ quote, isOpen, takesFocus, onChange }: SubmittedResponseProps) {
  const { status, response, brand } = quote
  const unavailable = unavailableOffers(quote)
  const isAccepted = status === 'Accepted' || status === 'Ordered'
  return (
    <div className="mt-3 first:mt-0">
      <StepHeading takesFocus={takesFocus} className="flex items-start gap-2.5 text-lg font-semibold">
        <ResponseIcon status={status} />
        {responseTitle(status)}
      </StepHeading>
      <p className="mt-1.5 text-sm text-muted">{responseText(quote, isOpen)}</p>
      {response?.kind === 'accepted' && isAccepted && <AcceptedTickets quote={quote} />}
      {status === 'Accepted' && response?.held_until && (
        <p className="mt-3 text-sm">
          {brand.name} holds these tickets for you until {inViewerTimeZone(response.held_until)}.
        </p>
      )}
      <div role="status">
        {unavailable.length > 0 && (
          <Notice tone="signal" icon={<AlertTriangleIcon aria-hidden />} className="mt-3">
            {unavailableText(unavailable)}{' '}
            {isOpen ? 'You can select other offers.' : `Ask ${brand.name} for alternatives.`}
          </Notice>
        )}
      </div>
      {isOpen && response !== null && (
        <Button isFullWidth onPress={onChange} className="mt-4">
          {status === 'Declined' ? 'Reconsider' : 'Change my response'}
        </Button>
      )}
    </div>
  )
}

/** The accepted tickets with the loaded prices. */
function AcceptedTickets({ quote }: { quote: WireClientQuote }) {
  const lines = acceptedOffers(quote)
  const tickets = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const totals = lines.flatMap(({ offer, quantity }) => (offer ? [totalOf(offer, quantity)] : []))
  const total = totals.length === lines.length ? sumMoney(totals, quote.currency) : null
  return (
    <div className="mt-3">
      <SelectedOfferLines
        label="Accepted offers"
        lines={lines.flatMap(({ offer, quantity }) => (offer ? [{ offer, quantity }] : []))}
        tickets={tickets}
        total={total}
      />
    </div>
  )
}

function unavailableText(unavailable: readonly OfferDetails[]): string {
  const verb = unavailable.length === 1 ? 'is' : 'are'
  return unavailable.every(({ quantities }) => quantities.length === 0)
    ? `${seatLabelList(unavailable)} ${verb} no longer available.`
    : `${seatLabelList(unavailable)} ${verb} no longer available in the quantity you accepted.`
}

function responseText({ status, brand: { name }, response }: WireClientQuote, isOpen: boolean): string {
  const thanks = response?.name ? `Thank you, ${response.name}. ` : ''
  if (status === 'Accepted') return `${thanks}${name} has been notified and will be in touch.`
  if (status === 'Declined')
    return `${name} has been notified.${isOpen ? '' : ' If you change your mind, contact them.'}`
  if (status === 'Ordered') return `${thanks}${name} has ordered the tickets and will send them to you.`
  return `This quote can’t be accepted or declined right now. Contact ${name}.`
}
