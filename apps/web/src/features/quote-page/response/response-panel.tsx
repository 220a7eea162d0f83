import type { WireClientQuote } from '@terrace/contracts/quote-page'
import { formatMoney } from '@terrace/domain/money/money'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { AlertTriangleIcon } from '#web/ui/icons.ts'
import { Notice, Panel } from '#web/ui/layout/panel.tsx'
import { AcceptForm, useAcceptFields } from './accept-form.tsx'
import { responseId } from './response-summary.tsx'
import { SubmittedResponse } from './submitted-response.tsx'
import { DeclineForm } from './decline-form.tsx'
import {
  choiceRange,
  commonTotalText,
  seatLabelList,
  type OfferDetails,
} from '#web/features/quote-page/offers/offer-copy.ts'
import { StepHeading } from './step-heading.tsx'
import { BottomActionBar } from './bottom-action-bar.tsx'
import { ResponseCountdown } from './response-countdown.tsx'
import type { QuoteResponse } from '#web/features/quote-page/queries.ts'
import type { OfferSelection } from '#web/features/quote-page/offers/use-offer-selection.ts'

interface ResponsePanelProps {
  slug: string
  quote: WireClientQuote
  selection: OfferSelection
  /** Whether the client can respond. */
  isOpen: boolean
  /** The client is changing a response that was already given. */
  isChanging: boolean
  setChanging: (isChanging: boolean) => void
  onExpire: () => void
  /** Called with the quote after the server has accepted the response. */
  onResponded: (response: QuoteResponse) => Promise<void>
  /** Called when the server rejects the response because the page is outdated. */
  onRejected: (error: unknown) => void
}

/** The selection with its total, the time left, and the accept and decline buttons. */
export function ResponsePanel(props: ResponsePanelProps) {
  const { slug, quote, selection, isOpen, isChanging, setChanging, onExpire, onResponded, onRejected } = props
  const [step, setStep] = useState<'select' | 'accept' | 'decline'>('select')
  // Move focus to a step only after the client has navigated, not on the first render.
  const [hasMoved, setMoved] = useState(false)
  const fields = useAcceptFields(slug)
  const [reason, setReason] = useState('')
  const { selected, tickets, total, unavailable } = selection
  const isAwaitingResponse = isOpen && (quote.status === 'Active' || isChanging)

  function goTo(newStep: typeof step) {
    setStep(newStep)
    setMoved(true)
  }

  function change(isEditing: boolean) {
    setChanging(isEditing)
    setMoved(true)
  }

  async function finish(response: QuoteResponse) {
    goTo('select')
    setChanging(false)
    await onResponded(response)
  }

  const range = choiceRange(quote)
  const commonTotal = commonTotalText(quote)
  const alone = range === null ? 'Select an offer to see the total.' : 'Select the offer you want.'
  const advice = commonTotal === null ? alone : `${commonTotal}. Select those that you want.`
  const nothingSelected = range === null ? 'Nothing selected yet' : 'Choose one offer'
  const verb = selected.length > 1 ? 'Accept these offers' : 'Accept this offer'
  return (
    <>
      <Panel className="px-5 pt-5 pb-4">
        <section id={responseId} aria-label="Your response" className="scroll-mt-6">
          {isOpen && <ResponseCountdown expiresAt={quote.expires_at} onExpire={onExpire} />}
          {!isAwaitingResponse && (
            <SubmittedResponse
              quote={quote}
              isOpen={isOpen}
              takesFocus={hasMoved}
              onChange={() => change(true)}
            />
          )}
          {isAwaitingResponse && step === 'select' && (
            <>
              {unavailable.length > 0 && (
                <Notice tone="signal" icon={<AlertTriangleIcon aria-hidden />} className="mt-3">
                  {unavailableSelectionText(unavailable)}
                </Notice>
              )}
              <StepHeading
                takesFocus={hasMoved}
                className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4 text-lg font-semibold"
              >
                <span>{tickets === 0 ? nothingSelected : formatTickets(tickets)}</span>
                {(tickets > 0 || range !== null) && (
                  <span className="tabular whitespace-nowrap">
                    {tickets > 0 ? formatMoney(total) : range}
                  </span>
                )}
              </StepHeading>
              {tickets === 0 && <p className="mt-1 text-sm text-muted">{advice}</p>}
              <Button
                tone="primary"
                size="lg"
                isFullWidth
                isDisabled={tickets === 0}
                onPress={() => goTo('accept')}
                className="mt-4"
              >
                {verb}
              </Button>
              <Button tone="quiet" size="lg" isFullWidth onPress={() => goTo('decline')} className="mt-1.5">
                Decline
              </Button>
              {isChanging && (
                <Button tone="quiet" isFullWidth onPress={() => change(false)} className="mt-1.5">
                  Keep my response
                </Button>
              )}
            </>
          )}
          {isAwaitingResponse && step === 'accept' && (
            <AcceptForm
              slug={slug}
              selection={selection}
              fields={fields}
              broker={quote.brand.name}
              onDone={finish}
              onBack={() => goTo('select')}
              onRejected={onRejected}
            />
          )}
          {isAwaitingResponse && step === 'decline' && (
            <DeclineForm
              slug={slug}
              broker={quote.brand.name}
              reason={reason}
              onReason={setReason}
              onDone={finish}
              onBack={() => goTo('select')}
              onRejected={onRejected}
            />
          )}
        </section>
      </Panel>
      {isAwaitingResponse && step === 'select' && (
        <BottomActionBar
          tickets={tickets}
          total={tickets > 0 ? formatMoney(total) : range}
          nothingSelected={nothingSelected}
          label={verb}
          onAccept={() => goTo('accept')}
          onDecline={() => goTo('decline')}
        />
      )}
    </>
  )
}

function unavailableSelectionText(unavailable: readonly OfferDetails[]): string {
  const [is, was] = unavailable.length === 1 ? ['is', 'was'] : ['are', 'were']
  return `${seatLabelList(unavailable)} ${is} no longer available and ${was} removed from your selection.`
}
