import type { WireVisitorQuote } from '@terrace/contracts/quote-page'
import { formatMoney } from '@terrace/domain/money'
import { formatTickets } from '@terrace/domain/tickets'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { AlertTriangleIcon } from '#web/ui/icons.ts'
import { Notice, Panel } from '#web/ui/panel.tsx'
import { AcceptForm, useAcceptFields } from './accept-form.tsx'
import { answerId } from './answer-brief.tsx'
import { AnswerGiven } from './answer-given.tsx'
import { DeclineForm } from './decline-form.tsx'
import { placesText, type Offered } from './offer-words.ts'
import { StepHeading } from './step-heading.tsx'
import { ThumbBar } from './thumb-bar.tsx'
import { TimeLeft } from './time-left.tsx'
import type { Answer } from './queries.ts'
import type { Choice } from './use-choice.ts'

interface AnswerPanelProps {
  slug: string
  quote: WireVisitorQuote
  choice: Choice
  /** Whether it takes an answer now. */
  isOpen: boolean
  /** The client thinks again about an answer that was given. */
  isChanging: boolean
  setChanging: (isChanging: boolean) => void
  onExpire: () => void
  /** The server has taken the answer. */
  onAnswered: (answer: Answer) => Promise<void>
  /** The server has refused: what is shown is old. */
  onRefused: (error: unknown) => void
}

/** What is chosen and what it comes to, the time left, and yes or no. */
export function AnswerPanel(props: AnswerPanelProps) {
  const { slug, quote, choice, isOpen, isChanging, setChanging, onExpire, onAnswered, onRefused } = props
  const [step, setStep] = useState<'choose' | 'accept' | 'decline'>('choose')
  // A step that the client went to takes the focus; what stands there from the start does not.
  const [hasMoved, setMoved] = useState(false)
  const fields = useAcceptFields(slug)
  const [reason, setReason] = useState('')
  const { chosen, tickets, total, lost } = choice
  const isAsked = isOpen && (quote.status === 'Active' || isChanging)

  function go(next: typeof step) {
    setStep(next)
    setMoved(true)
  }

  function change(isAgain: boolean) {
    setChanging(isAgain)
    setMoved(true)
  }

  async function finish(answer: Answer) {
    go('choose')
    setChanging(false)
    await onAnswered(answer)
  }

  const verb = chosen.length > 1 ? 'Accept these offers' : 'Accept this offer'
  return (
    <>
      <Panel className="px-5 pt-5 pb-4">
        <section id={answerId} aria-label="Your answer" className="scroll-mt-6">
          {isOpen && <TimeLeft expiresAt={quote.expires_at} onExpire={onExpire} />}
          {!isAsked && (
            <AnswerGiven quote={quote} isOpen={isOpen} takesFocus={hasMoved} onChange={() => change(true)} />
          )}
          {isAsked && step === 'choose' && (
            <>
              {lost.length > 0 && (
                <Notice tone="signal" icon={<AlertTriangleIcon aria-hidden />} className="mt-3">
                  {lostText(lost)}
                </Notice>
              )}
              <StepHeading
                takesFocus={hasMoved}
                className="mt-3 flex items-baseline justify-between gap-4 text-lg font-semibold"
              >
                <span>{tickets === 0 ? 'Nothing chosen yet' : formatTickets(tickets)}</span>
                {tickets > 0 && <span className="tabular">{formatMoney(total)}</span>}
              </StepHeading>
              {tickets === 0 && (
                <p className="mt-1 text-sm text-muted">Choose an offer to see what it comes to.</p>
              )}
              <Button
                tone="primary"
                size="lg"
                isFullWidth
                isDisabled={tickets === 0}
                onPress={() => go('accept')}
                className="mt-4"
              >
                {verb}
              </Button>
              <Button tone="quiet" size="lg" isFullWidth onPress={() => go('decline')} className="mt-1.5">
                Decline
              </Button>
              {isChanging && (
                <Button tone="quiet" isFullWidth onPress={() => change(false)} className="mt-1.5">
                  Keep my answer
                </Button>
              )}
            </>
          )}
          {isAsked && step === 'accept' && (
            <AcceptForm
              slug={slug}
              choice={choice}
              fields={fields}
              broker={quote.brand.name}
              onDone={finish}
              onBack={() => go('choose')}
              onRefused={onRefused}
            />
          )}
          {isAsked && step === 'decline' && (
            <DeclineForm
              slug={slug}
              broker={quote.brand.name}
              reason={reason}
              onReason={setReason}
              onDone={finish}
              onBack={() => go('choose')}
              onRefused={onRefused}
            />
          )}
        </section>
      </Panel>
      {isAsked && step === 'choose' && (
        <ThumbBar
          tickets={tickets}
          total={total}
          label={verb}
          onAccept={() => go('accept')}
          onDecline={() => go('decline')}
        />
      )}
    </>
  )
}

function lostText(lost: readonly Offered[]): string {
  const [verb, be] = lost.length === 1 ? ['has', 'is'] : ['have', 'are']
  return `${placesText(lost)} ${verb} gone and ${be} no longer chosen.`
}
