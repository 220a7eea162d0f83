import type { WireAttempt } from '@terrace/contracts/checkout'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { AlertCircleIcon, CreditCardIcon, InfoIcon, RefreshIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { readCheckoutQuote } from '#web/features/checkout/checkout-quote.ts'

/** A purchase without an order: its status and the buyer's next step. */
export function AttemptOutcome({ attempt }: { attempt: WireAttempt }) {
  switch (attempt.status) {
    case 'requires_action':
      return (
        <Outcome
          icon={<CreditCardIcon />}
          title="Confirm with your bank"
          actions={
            attempt.next_action && (
              <a href={attempt.next_action.url} className={buttonClass('primary')}>
                Continue with your bank
              </a>
            )
          }
        >
          <p>
            Confirm the payment to complete your purchase. Your tickets stay held{' '}
            {attempt.held_until === undefined
              ? 'until then'
              : `until ${inViewerTimeZone(attempt.held_until)}`}
            .
          </p>
        </Outcome>
      )
    case 'declined':
      return (
        <Outcome icon={<AlertCircleIcon />} title="Your card was declined" actions={<BackToCheckout />}>
          {attempt.reason && <p>{attempt.reason}</p>}
          <p>You weren’t charged. Your tickets stay in your basket until the hold expires.</p>
        </Outcome>
      )
    case 'refunded':
      return (
        <Outcome icon={<RefreshIcon />} title="Payment reversed in full" actions={<FindTicketsLink />}>
          {attempt.reason && <p>{attempt.reason}</p>}
          <p>
            No order was placed. Your bank will release the pending amount, or refund it if you were already
            charged, within a few days.
          </p>
        </Outcome>
      )
    case 'cancelled':
      return (
        <Outcome
          icon={<InfoIcon />}
          title="Purchase cancelled"
          actions={
            <>
              <BackToCheckout />
              <FindTicketsLink tone="secondary" />
            </>
          }
        >
          {attempt.reason && <p>{attempt.reason}</p>}
          <p>No order was placed. Your tickets stay in your basket until the hold expires.</p>
        </Outcome>
      )
    default:
      return (
        <Outcome icon={<CreditCardIcon />} title="Processing your payment">
          <p>This usually takes a few seconds. Your tickets are still held.</p>
          <ProgressBar label="Waiting for your payment" className="mx-auto mt-6 max-w-xs" />
          <p className="mt-6 text-xs">You can leave this page. Your order will appear in Purchases.</p>
        </Outcome>
      )
  }
}

function BackToCheckout() {
  return (
    <Link to="/checkout" search={{ quote: readCheckoutQuote() }} className={buttonClass('primary')}>
      Back to checkout
    </Link>
  )
}

function FindTicketsLink({ tone = 'primary' }: { tone?: 'primary' | 'secondary' }) {
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
