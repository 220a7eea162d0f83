import type { WireHold } from '@terrace/contracts/holds'
import { formatMoney } from '@terrace/domain/money'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { basketOf } from '#web/features/holds/basket.ts'
import { CardFields } from '#web/features/payments/card-fields.tsx'
import type { CardForm } from '#web/features/payments/card-form.ts'
import { CardProblem } from '#web/features/payments/card-messages.ts'
import { useServerNow } from '#web/lib/use-server-now.ts'
import { Button } from '#web/ui/button.tsx'
import { AlertCircleIcon, CreditCardIcon } from '#web/ui/icons.ts'
import { Notice, Panel } from '#web/ui/panel.tsx'
import { ContactSection } from './contact-section.tsx'
import { contactProblems } from './contact-problems.ts'
import { DeliverySection } from './delivery-section.tsx'
import { OrderSummary } from './order-summary.tsx'
import type { Contact } from './payload.ts'
import { Section } from './section.tsx'
import type { usePurchase } from './use-purchase.ts'

interface CheckoutFormProps {
  holds: readonly WireHold[]
  /** What the account knows; typed text stands above it. */
  known: Contact
  purchase: ReturnType<typeof usePurchase>
}

/** The whole purchase on one page (product.md §6). What is typed outlives every failure. */
export function CheckoutForm({ holds, known, purchase }: CheckoutFormProps) {
  const [contact, setContact] = useState(known)
  const [isTried, setTried] = useState(false)
  const card = useRef<CardForm>(null)
  const now = useServerNow()
  const form = useRef<HTMLFormElement>(null)
  const cardPlace = useRef<HTMLDivElement>(null)
  const { phase, problem } = purchase
  const basket = basketOf(holds)
  const [sum, ...others] = basket.totals
  const isMixed = others.length > 0
  const isBusy = phase !== 'idle'
  const refused = problem?.place === 'contact' ? problem.fields : undefined
  const problems = contactProblems(contact)

  useEffect(() => {
    if (problem?.place === 'card') cardPlace.current?.focus()
  }, [problem])

  async function tokenise() {
    if (!card.current) throw new CardProblem('The card form is not ready yet. Please try again in a moment.')
    return card.current.tokenise()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || isMixed) return
    setTried(true)
    const wrong = problems.email ? 'email_address' : problems.phone ? 'contact_number' : null
    if (wrong) form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
    else void purchase.pay(holds, contact, tokenise)
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      aria-label="Checkout"
      className="mx-auto grid w-full max-w-6xl gap-x-8 gap-y-4 px-4 pt-6 sm:px-7 lg:grid-cols-[minmax(0,1fr)_23rem]"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <h1 className="mb-1 text-xl">Checkout</h1>
        <ContactSection
          contact={contact}
          onChange={setContact}
          problems={{
            email: problems.email ?? refused?.['email_address'],
            phone: problems.phone ?? refused?.['contact_number'],
          }}
          isTried={isTried}
          isDisabled={isBusy}
        />
        <DeliverySection holds={holds} now={now} />
        <Section title="Card">
          <div ref={cardPlace} tabIndex={-1} className="outline-none">
            {problem?.place === 'card' && <Problem text={problem.text} className="mb-4" />}
            <CardFields ref={card} />
          </div>
        </Section>
      </div>
      {/* On a phone the button leaves the summary and stays at the thumb for the whole page. */}
      <aside className="max-lg:contents lg:pt-[3.125rem]">
        <div className="max-lg:contents lg:sticky lg:top-20">
          <Panel className="px-6 py-5 max-sm:px-4">
            <OrderSummary basket={basket} />
          </Panel>
          <div className="max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:px-4 max-lg:py-3 sm:max-lg:-mx-7 sm:max-lg:px-7 lg:mt-4">
            {isMixed && (
              <Problem
                text="One purchase has one currency. Release the tickets in the other one first."
                className="mb-3"
              />
            )}
            {problem !== null && problem.place !== 'card' && <Problem text={problem.text} className="mb-3" />}
            <p role="status" className="text-sm text-muted not-empty:mb-3">
              {phase === 'asking' ? 'The connection was lost. Asking what became of the payment …' : ''}
            </p>
            <Button
              type="submit"
              tone="primary"
              size="lg"
              isFullWidth
              isPending={isBusy}
              pendingLabel="Paying"
              isDisabled={isMixed}
              icon={<CreditCardIcon aria-hidden className="size-5" />}
              className="tabular"
            >
              {sum && !isMixed ? `Pay ${formatMoney(sum.total)}` : 'Pay'}
            </Button>
            <p className="mt-2.5 text-center text-xs text-muted max-lg:hidden">Purchases are final.</p>
          </div>
        </div>
      </aside>
    </form>
  )
}

function Problem({ text, className }: { text: string; className: string }) {
  return (
    <div role="alert" className={className}>
      <Notice tone="danger" icon={<AlertCircleIcon aria-hidden />}>
        {text}
      </Notice>
    </div>
  )
}
