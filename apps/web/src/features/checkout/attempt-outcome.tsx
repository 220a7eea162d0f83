import type { WireAttempt } from '@terrace/contracts/checkout'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { onOwnClock } from '#web/lib/own-clock.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { AlertCircleIcon, CreditCardIcon, InfoIcon, RefreshIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { rememberedQuote } from './checkout-quote.ts'

/** A purchase that is not, or not yet, an order: what is the case, and the ways on. */
export function AttemptOutcome({ attempt }: { attempt: WireAttempt }) {
  switch (attempt.status) {
    case 'requires_action':
      return (
        <Outcome
          icon={<CreditCardIcon />}
          title="Your bank wants a confirmation"
          actions={
            attempt.next_action && (
              <a href={attempt.next_action.url} className={buttonClass('primary')}>
                Continue at your bank
              </a>
            )
          }
        >
          <p>
            The payment goes on once you have confirmed it. Your tickets stay held{' '}
            {attempt.held_until === undefined ? 'meanwhile' : `until ${onOwnClock(attempt.held_until)}`}.
          </p>
        </Outcome>
      )
    case 'declined':
      return (
        <Outcome icon={<AlertCircleIcon />} title="The card was declined" actions={<BackToCheckout />}>
          {attempt.reason && <p>{attempt.reason}</p>}
          <p>Nothing was charged. What you held is still in your basket until its time runs out.</p>
        </Outcome>
      )
    case 'refunded':
      return (
        <Outcome icon={<RefreshIcon />} title="Your payment was refunded in full" actions={<Onward />}>
          {attempt.reason && <p>{attempt.reason}</p>}
          <p>No order was placed. Your bank shows the refund within a few days.</p>
        </Outcome>
      )
    case 'cancelled':
      return (
        <Outcome
          icon={<InfoIcon />}
          title="The purchase was cancelled"
          actions={
            <>
              <BackToCheckout />
              <Onward tone="secondary" />
            </>
          }
        >
          {attempt.reason && <p>{attempt.reason}</p>}
          <p>No order was placed. What you held is still in your basket until its time runs out.</p>
        </Outcome>
      )
    default:
      return (
        <Outcome icon={<CreditCardIcon />} title="Your payment is being settled">
          <p>This usually takes a few seconds. The tickets stay yours while it runs.</p>
          <ProgressBar label="Waiting for the payment" className="mx-auto mt-6 max-w-xs" />
          <p className="mt-6 text-xs">You may leave this page: the order will be found under Purchases.</p>
        </Outcome>
      )
  }
}

function BackToCheckout() {
  return (
    <Link to="/checkout" search={{ quote: rememberedQuote() }} className={buttonClass('primary')}>
      Back to checkout
    </Link>
  )
}

function Onward({ tone = 'primary' }: { tone?: 'primary' | 'secondary' }) {
  return (
    <Link to="/" className={buttonClass(tone)}>
      Find other tickets
    </Link>
  )
}

interface OutcomeProps {
  icon: ReactNode
  title: string
  children: ReactNode
  actions?: ReactNode
}

function Outcome({ icon, title, children, actions }: OutcomeProps) {
  return (
    <Panel className="mx-auto mt-12 w-full max-w-xl px-8 py-10 text-center max-sm:mt-4 max-sm:px-5">
      <span
        aria-hidden
        className="inline-flex size-12 items-center justify-center rounded-full bg-ink/6 text-muted [&_svg]:size-6"
      >
        {icon}
      </span>
      <h1 className="mt-4 text-xl">{title}</h1>
      <div role="status" className="mt-2 flex flex-col gap-1.5 text-sm text-muted">
        {children}
      </div>
      {actions !== undefined && <div className="mt-6 flex justify-center gap-3">{actions}</div>}
    </Panel>
  )
}
