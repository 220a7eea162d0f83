import type { WireHold } from '@terrace/contracts/holds'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { basketOf } from '#web/features/holds/basket.ts'
import { useServerNow } from '#web/lib/use-server-now.ts'
import { Panel } from '#web/ui/panel.tsx'
import { attendeeLines, attendeesOf, problemsByLine } from './attendees.ts'
import { AttendeesFields } from './attendees-fields.tsx'
import { CardStep, usePayingCard } from './card-step.tsx'
import { ChangedElsewhere } from './changed-elsewhere.tsx'
import { ContactFields } from './contact-fields.tsx'
import { contactProblems } from './contact-problems.ts'
import { DeliveryList } from './delivery-list.tsx'
import { lastDelivery } from './delivery-facts.ts'
import { listingOf, pathInListing } from './draft-fields.ts'
import { OrderSummary } from './order-summary.tsx'
import { PayBar, Problem } from './pay-bar.tsx'
import type { Contact } from './payload.ts'
import { Section } from './section.tsx'
import { StepNote } from './step-note.tsx'
import { useDraft } from './use-draft.ts'
import type { PurchaseProblem } from './purchase-problem.ts'
import type { usePurchase } from './use-purchase.ts'
import { useSteps, type Step } from './use-steps.ts'

interface CheckoutFormProps {
  holds: readonly WireHold[]
  /** All that the team holds, of which these may be a part. */
  allHeld: readonly WireHold[]
  /** What the account knows; typed text stands above it. */
  known: Contact
  /** Of the quote that these tickets are the offer of. */
  quoteSlug: string | undefined
  purchase: ReturnType<typeof usePurchase>
}

/** The step in which the field of this path stands. */
function stepOf(path: string): Step {
  return listingOf(path) === undefined ? 'Contact' : 'Attendees'
}

/** The whole purchase on one page (product.md §6). What is typed outlives every failure. */
export function CheckoutForm({ holds, allHeld, known, quoteSlug, purchase }: CheckoutFormProps) {
  const draft = useDraft(known)
  const { contact } = draft
  const { choice: card, form: cardForm, take } = usePayingCard()
  const now = useServerNow()
  const form = useRef<HTMLFormElement>(null)
  const { phase, problem } = purchase
  const basket = basketOf(holds)
  const [sum, ...others] = basket.totals
  const isBusy = phase !== 'idle'

  const lines = attendeeLines(holds, allHeld)
  const today = new Date(now).toISOString().slice(0, 10)
  const wrong = contactProblems(contact)
  const wrongAttendees = problemsByLine(lines, draft.attendees, today)
  const isWrong = (step: Step) =>
    step === 'Contact' ? Object.keys(wrong).length > 0 : step === 'Attendees' && wrongAttendees.size > 0
  /** What the server will not have of a step, by the path in the draft. */
  function refusedIn(step: 'Contact' | 'Attendees') {
    const listings = new Set(step === 'Contact' ? [undefined] : lines.map(({ hold }) => hold.listing_id))
    return [...draft.refusals.keys()].filter((path) => listings.has(listingOf(path)))
  }
  const isRefused = (step: Step) => (step === 'Contact' || step === 'Attendees') && refusedIn(step).length > 0
  const [tried, setTried] = useState<ReadonlySet<Step>>(new Set())
  const shown = useSteps(
    form,
    // What is known already is not asked again; a card that is typed has nothing to close to.
    (['Contact', 'Attendees', 'Card'] as const).filter((step) => !isWrong(step)),
  )

  // Once for each problem: what is opened or closed after it is the buyer's.
  const show = useEffectEvent(({ place, fields = new Map() }: PurchaseProblem) => {
    draft.refuse(new Map([...fields].map(([path, reason]) => [pathInListing(path, lines), reason])))
    const steps = new Set([...fields.keys()].map(stepOf))
    if (place === 'attendees') steps.add('Attendees')
    if (steps.size > 0) shown.show([...steps])
    if (place === 'card') shown.show(['Card'], 'section:has([role="alert"]) h2')
  })
  useEffect(() => {
    if (problem !== null) show(problem)
  }, [problem])

  function closing(step: Step, summary: string) {
    return {
      isOpen: shown.isOpen(step),
      summary,
      isDisabled: isBusy,
      onOpen: () => shown.open(step),
      onDone: () => {
        setTried(new Set([...tried, step]))
        if (isWrong(step) || isRefused(step)) shown.show([step])
        else shown.close(step)
      },
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || others.length > 0) return
    const wrongSteps = (['Contact', 'Attendees'] as const).filter((step) => isWrong(step))
    setTried(new Set(['Contact', 'Attendees']))
    if (wrongSteps.length > 0) return shown.show(wrongSteps)
    const attendees = new Map(lines.map((line) => [line.hold.hold_id, attendeesOf(line, draft.attendees)]))
    const bought = { holds, contact, attendees, quoteSlug }
    void purchase.pay(bought, {
      cardOf: async () => {
        await draft.keepFirst()
        return take()
      },
      onBought: draft.close,
    })
  }

  const deliveries = holds.map(({ listing, event }) => ({ in_hand_date: listing.in_hand_date, event }))
  const deliveryText = `${holds.length === 1 ? '1 line' : `${holds.length} lines`}, by ${lastDelivery(deliveries, now)}`
  const asked = lines.reduce((sumOf, { hold }) => sumOf + hold.quantity, 0)
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      aria-label="Checkout"
      // What is gone to stands clear of the header, and on a phone of the button, with what is said below it.
      className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 px-4 pt-6 sm:px-7 lg:grid-cols-[minmax(0,1fr)_23rem] [&_:is(h2,input,select)]:scroll-mt-24 max-lg:[&_:is(h2,input,select)]:scroll-mb-60"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <h1 className="mb-1 text-xl">Checkout</h1>
        <Section
          title="Contact"
          aside={
            <StepNote refused={refusedIn('Contact')}>
              {/* Said once: by the next step, where there is one. */}
              {(lines.length === 0 ? draft.unkept : null) ?? 'For delivery and questions of the seller'}
            </StepNote>
          }
          closing={closing('Contact', `${contact.email} · ${contact.phone}`)}
        >
          <ContactFields
            contact={contact}
            onChange={draft.setContact}
            problems={wrong}
            refusals={draft.refusals}
            isTried={tried.has('Contact')}
            isDisabled={isBusy}
          />
        </Section>
        {lines.length > 0 && (
          <Section
            title="Attendees"
            aside={<StepNote refused={refusedIn('Attendees')}>{draft.unkept ?? 'Kept as you type'}</StepNote>}
            closing={closing('Attendees', asked === 1 ? '1 person named' : `${asked} people named`)}
          >
            <AttendeesFields
              lines={lines}
              known={draft.attendees}
              onChange={draft.setAttendees}
              problems={wrongAttendees}
              refusals={draft.refusals}
              isTried={tried.has('Attendees')}
              isDisabled={isBusy}
            />
          </Section>
        )}
        <Section title="Delivery" closing={closing('Delivery', deliveryText)}>
          <DeliveryList holds={holds} now={now} />
        </Section>
        <Section title="Card" {...(card.text !== null && { closing: closing('Card', card.text) })}>
          <CardStep
            card={card}
            form={cardForm}
            isDisabled={isBusy}
            problem={problem?.place === 'card' && <Problem text={problem.text} />}
          />
        </Section>
      </div>
      {/* On a phone the button leaves the summary and stays at the thumb for the whole page. */}
      <aside className="max-lg:contents lg:pt-[3.125rem]">
        <div className="max-lg:contents lg:sticky lg:top-20">
          <Panel className="px-6 py-5 max-sm:px-4">
            <OrderSummary basket={basket} />
          </Panel>
          <PayBar
            total={sum && others.length === 0 ? sum.total : null}
            phase={phase}
            problem={problem !== null && problem.place !== 'card' ? problem.text : null}
            news={<ChangedElsewhere elsewhere={draft.elsewhere} />}
          />
        </div>
      </aside>
    </form>
  )
}
