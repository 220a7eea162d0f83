import { purchaseDetailsBody } from '@terrace/contracts/checkout'
import type { WireHold } from '@terrace/contracts/holds'
import type { WireQuote } from '@terrace/contracts/quote-shapes'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { basketOf } from '#web/features/holds/basket/basket.ts'
import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import { useServerNow } from '#web/lib/hooks/use-server-now.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { attendeeLines, attendeesOf, problemsByLine } from './attendees.ts'
import { AttendeesFields } from './attendees-fields.tsx'
import { CardStep, usePayingCard } from '#web/features/checkout/payment/card-step.tsx'
import { RemoteChangeNotice } from '#web/features/checkout/draft/remote-change-notice.tsx'
import { ContactFields } from './contact-fields.tsx'
import { contactProblems } from './contact-problems.ts'
import { DeliveryList } from './delivery-list.tsx'
import { lastDelivery } from './delivery-details.ts'
import { listingOf, pathInListing } from '#web/features/checkout/draft/draft-fields.ts'
import { OrderSummary } from './order-summary.tsx'
import { PayBar, ProblemNotice } from '#web/features/checkout/payment/pay-bar.tsx'
import type { Contact } from '#web/features/checkout/payment/payload.ts'
import {
  clearPurchaseDetails,
  detailsPayload,
  detailsSummary,
  usePurchaseDetails,
} from '#web/features/checkout/purchase-details.ts'
import { asSentences, fieldErrors } from '#web/forms/field-errors.ts'
import { Section } from './section.tsx'
import { StepNote } from './step-note.tsx'
import { useDraft } from '#web/features/checkout/draft/use-draft.ts'
import type { PurchaseProblem } from '#web/features/checkout/payment/purchase-problem.ts'
import type { usePurchase } from '#web/features/checkout/payment/use-purchase.ts'
import { useSteps, type Step } from './use-steps.ts'

/** The step starts closed. */
const loadDetailsFields = async () => ({ default: (await import('./details-fields.tsx')).DetailsFields })

interface CheckoutFormProps {
  holds: readonly WireHold[]
  /** Everything the team holds, including holds that are not part of this purchase. */
  allHeld: readonly WireHold[]
  /** Contact details of the account; typed values override them. */
  defaultContact: Contact
  /** The quote that these tickets were offered in. */
  quote: Pick<WireQuote, 'id' | 'slug' | 'client_name' | 'reference'> | undefined
  purchase: ReturnType<typeof usePurchase>
}

/** The step that contains a field. */
function stepOf(path: string): Step {
  return listingOf(path) === undefined ? 'Contact' : 'Attendees'
}

/** Checkout on one page (product.md §6). Typed values survive every failure. */
export function CheckoutForm({ holds, allHeld, defaultContact, quote, purchase }: CheckoutFormProps) {
  useIdlePreload(loadDetailsFields)
  const draft = useDraft(defaultContact)
  const { contact } = draft
  const { details, change: changeDetails } = usePurchaseDetails(quote)
  const payableDetails = detailsPayload(details, quote?.client_name ?? '')
  const { client_id: _clientId, ...typedDetails } = payableDetails
  const detailErrors = asSentences(fieldErrors(purchaseDetailsBody, typedDetails))
  const { choice: card, form: cardForm, resolveCard } = usePayingCard()
  const now = useServerNow()
  const form = useRef<HTMLFormElement>(null)
  const { phase, problem } = purchase
  const basket = basketOf(holds)
  const [total, ...otherTotals] = basket.totals
  const isBusy = phase !== 'idle'

  const lines = attendeeLines(holds, allHeld)
  const today = new Date(now).toISOString().slice(0, 10)
  const contactErrors = contactProblems(contact)
  const attendeeErrors = problemsByLine(lines, draft.attendees, today)
  const errorCounts: Partial<Record<Step, number>> = {
    Contact: Object.keys(contactErrors).length,
    Details: Object.keys(detailErrors).length,
    Attendees: attendeeErrors.size,
  }
  const hasErrors = (step: Step) => (errorCounts[step] ?? 0) > 0
  /** Draft paths of the step's rejected values. */
  function rejectedPaths(step: 'Contact' | 'Attendees') {
    const listings = new Set(step === 'Contact' ? [undefined] : lines.map(({ hold }) => hold.listing_id))
    return [...draft.rejections.keys()].filter((path) => listings.has(listingOf(path)))
  }
  const hasRejections = (step: Step) =>
    (step === 'Contact' || step === 'Attendees') && rejectedPaths(step).length > 0
  const [submittedSteps, setSubmittedSteps] = useState<ReadonlySet<Step>>(new Set())
  const stepState = useSteps(
    form,
    // Steps that are already complete start closed.
    (['Contact', 'Details', 'Attendees', 'Card'] as const).filter((step) => !hasErrors(step)),
  )

  // Runs once per problem, so steps the buyer opens or closes afterwards stay that way.
  const show = useEffectEvent(({ section, fields = new Map() }: PurchaseProblem) => {
    draft.rejectFields(new Map([...fields].map(([path, reason]) => [pathInListing(path, lines), reason])))
    const steps = new Set([...fields.keys()].map(stepOf))
    if (section === 'attendees') steps.add('Attendees')
    if (steps.size > 0) stepState.show([...steps])
    if (section === 'card') stepState.show(['Card'], 'section:has([role="alert"]) h2')
  })
  useEffect(() => {
    if (problem !== null) show(problem)
  }, [problem])

  function stepProps(step: Step, summary: string) {
    return {
      isOpen: stepState.isOpen(step),
      summary,
      isDisabled: isBusy,
      onOpen: () => stepState.open(step),
      onDone: () => {
        setSubmittedSteps(new Set([...submittedSteps, step]))
        if (hasErrors(step) || hasRejections(step)) stepState.show([step])
        else stepState.close(step)
      },
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || otherTotals.length > 0) return
    const invalidSteps = (['Contact', 'Details', 'Attendees'] as const).filter((step) => hasErrors(step))
    setSubmittedSteps(new Set(['Contact', 'Attendees']))
    if (invalidSteps.length > 0) return stepState.show(invalidSteps)
    const attendees = new Map(lines.map((line) => [line.hold.hold_id, attendeesOf(line, draft.attendees)]))
    const order = { holds, contact, attendees, quoteSlug: quote?.slug ?? undefined, details: payableDetails }
    void purchase.pay(order, {
      resolveCard: async () => {
        await draft.saveNow()
        return resolveCard()
      },
      onPurchased: () => {
        clearPurchaseDetails()
        draft.close()
      },
    })
  }

  const deliveries = holds.map(({ listing, event }) => ({ in_hand_date: listing.in_hand_date, event }))
  const deliveryText = `${holds.length === 1 ? '1 line' : `${holds.length} lines`}, by ${lastDelivery(deliveries, now)}`
  const attendeeCount = lines.reduce((count, { hold }) => count + hold.quantity, 0)
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      aria-label="Checkout"
      // Scroll margins keep focused fields clear of the header and the mobile pay bar.
      className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 px-4 pt-6 sm:px-5 lg:grid-cols-[minmax(0,1fr)_23rem] [&_:is(h2,input,select)]:scroll-mt-24 max-lg:[&_:is(h2,input,select)]:scroll-mb-60"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <h1 className="mb-1 text-xl">Checkout</h1>
        <Section
          title="Contact"
          aside={
            <StepNote rejected={rejectedPaths('Contact')}>
              {/* Shown once, in the later step. */}
              {(lines.length === 0 ? draft.saveProblem : null) ?? 'For delivery and seller questions'}
            </StepNote>
          }
          collapsible={stepProps('Contact', `${contact.email} · ${contact.phone}`)}
        >
          <ContactFields
            contact={contact}
            onChange={draft.setContact}
            problems={contactErrors}
            rejections={draft.rejections}
            isSubmitted={submittedSteps.has('Contact')}
            isDisabled={isBusy}
          />
        </Section>
        {lines.length > 0 && (
          <Section
            title="Attendees"
            aside={
              <StepNote rejected={rejectedPaths('Attendees')}>
                {draft.saveProblem ?? 'Saved automatically'}
              </StepNote>
            }
            collapsible={stepProps(
              'Attendees',
              attendeeCount === 1 ? '1 attendee' : `${attendeeCount} attendees`,
            )}
          >
            <AttendeesFields
              lines={lines}
              attendees={draft.attendees}
              onChange={draft.setAttendees}
              problems={attendeeErrors}
              today={today}
              rejections={draft.rejections}
              isSubmitted={submittedSteps.has('Attendees')}
              isDisabled={isBusy}
            />
          </Section>
        )}
        <Section
          title="Client and reference"
          aside="Only your team sees this"
          collapsible={stepProps('Details', detailsSummary(details))}
        >
          {stepState.isOpen('Details') && (
            <LazyPart
              load={loadDetailsFields}
              props={{ details, onChange: changeDetails, errors: detailErrors, isDisabled: isBusy }}
              pending={<Skeleton className="h-64 w-full" />}
            />
          )}
        </Section>
        <Section title="Delivery" collapsible={stepProps('Delivery', deliveryText)}>
          <DeliveryList holds={holds} now={now} />
        </Section>
        <Section title="Card" {...(card.text !== null && { collapsible: stepProps('Card', card.text) })}>
          <CardStep
            card={card}
            form={cardForm}
            isDisabled={isBusy}
            problem={problem?.section === 'card' && <ProblemNotice text={problem.text} />}
          />
        </Section>
      </div>
      {/* On mobile, the pay bar leaves the summary and sticks to the bottom of the page. */}
      <aside className="max-lg:contents lg:pt-[3.125rem]">
        <div className="max-lg:contents lg:sticky lg:top-20">
          <Panel className="px-6 py-5 max-sm:px-4">
            <OrderSummary basket={basket} />
          </Panel>
          <PayBar
            total={total && otherTotals.length === 0 ? total.total : null}
            phase={phase}
            problem={problem !== null && problem.section !== 'card' ? problem.text : null}
            notice={<RemoteChangeNotice remoteChanges={draft.remoteChanges} />}
          />
        </div>
      </aside>
    </form>
  )
}
