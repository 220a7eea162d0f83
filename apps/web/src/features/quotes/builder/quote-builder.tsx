import { useQuery } from '@tanstack/react-query'
import type { WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { useId, useState } from 'react'
import { deselect } from '#web/features/holds/basket/selection.ts'
import { keyNames } from '#web/lib/commands/key-names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { NativeSelect } from '#web/ui/controls/native-select.tsx'
import { exchangeRatesQuery } from './price-queries.ts'
import { quoteSettingsQuery } from '#web/features/quotes/settings/settings-query.ts'
import { NewQuoteLossCheck } from './loss-check.tsx'
import { clientChoosesOne, createPendingQuote, type PendingQuote } from './pending-quote.ts'
import { fallbackDefaults } from './quote-defaults.ts'
import { parseCommission } from './quote-pricing.ts'
import { QuoteForm } from './quote-form.tsx'
import { EventPreview } from './event-preview.tsx'
import { OffersPreview, TotalsLine } from './offers-preview.tsx'
import { PreviewError } from './preview-error.tsx'
import { QuoteReady } from './quote-ready.tsx'
import { quoteRequestKey, type QuoteRequest } from './quote-request.ts'
import { useEventCosts, useOfferCosts } from './use-offer-costs.ts'
import { useGeneration } from './use-generation.ts'

const createKeys = [...keyNames('mod'), '↵'].join(' ')

interface QuoteBuilderProps {
  requests: readonly QuoteRequest[]
  isOpen: boolean
  onClose: () => void
}

/** Creates a quote: terms on the left, a price preview on the right. Shows the link when done. */
export function QuoteBuilder({ requests, isOpen, onClose }: QuoteBuilderProps) {
  const formId = useId()
  const [lastRequests, setLastRequests] = useState(requests)
  const [request, setRequest] = useState(() => requests[0])
  const { defaults = fallbackDefaults } = useQuery(quoteSettingsQuery()).data ?? {}
  const [pendingQuote, setPendingQuote] = useState(
    () => request && createPendingQuote(request, defaults, null),
  )
  const [createdQuote, setCreatedQuote] = useState<WireQuoteDetail | null>(null)
  // The form is valid, and the costs decide whether to ask before the quote is created.
  const [isSubmitted, setSubmitted] = useState(false)
  const [waitingEventId, setWaitingEventId] = useState<number | null>(null)
  const { generate, error, isPending, clearError, offerErrors } = useGeneration((quote) => {
    setCreatedQuote(quote)
    deselect(quote.offers.map(({ listing_id }) => listing_id))
  })

  function start(newRequest: QuoteRequest | undefined) {
    const isSame = request && newRequest && quoteRequestKey(request) === quoteRequestKey(newRequest)
    setRequest(newRequest)
    setCreatedQuote(null)
    // Reopening the dialog for the same request keeps the typed values.
    if (!isSame || createdQuote)
      setPendingQuote(newRequest && createPendingQuote(newRequest, defaults, pendingQuote ?? null))
    clearError()
  }
  if (lastRequests !== requests) {
    setLastRequests(requests)
    start(requests[0])
  }

  function edit(change: Partial<PendingQuote>) {
    setPendingQuote((previous) => previous && { ...previous, ...change })
    clearError()
  }

  if (!request || !pendingQuote) return null
  return (
    <Dialog
      title={createdQuote ? 'Quote ready' : `Quote ${request.event.title}`}
      size="lg"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!isPending}
      actions={
        createdQuote ? (
          <Button onPress={onClose}>Done</Button>
        ) : (
          <>
            {pendingQuote.scope !== 'event' && <CompactTotals pendingQuote={pendingQuote} />}
            <Button onPress={onClose} isDisabled={isPending}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={formId}
              tone="primary"
              isPending={isPending || isSubmitted || waitingEventId === pendingQuote.eventId}
              isDisabled={pendingQuote.scope !== 'event' && pendingQuote.offers.length === 0}
            >
              Create quote
              <span aria-hidden className="ml-2 text-xs font-normal max-sm:hidden">
                {createKeys}
              </span>
            </Button>
          </>
        )
      }
    >
      {createdQuote ? (
        <QuoteReady quote={createdQuote} onNavigate={onClose} />
      ) : (
        // Handles a key that reaches it from the fields; not a control itself.
        <div
          role="presentation"
          onKeyDown={(event) => {
            // In an open menu, Enter chooses.
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
            event.preventDefault()
            if (!event.repeat && !isPending && !isSubmitted) submitForm(formId)
          }}
          className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,21rem)]"
        >
          <div className="space-y-5">
            {requests.length > 1 && <EventSelect requests={requests} request={request} onChange={start} />}
            <QuoteForm
              id={formId}
              pendingQuote={pendingQuote}
              onEdit={edit}
              onSubmit={() => !isPending && setSubmitted(true)}
              onWait={setWaitingEventId}
              error={error}
            />
            {isSubmitted && (
              <NewQuoteLossCheck
                pendingQuote={pendingQuote}
                onConfirm={() => {
                  setSubmitted(false)
                  void generate(pendingQuote)
                }}
                onCancel={() => setSubmitted(false)}
              />
            )}
          </div>
          <section aria-label="Preview" className="lg:sticky lg:top-0 lg:self-start">
            <h3 className="mb-2 text-sm font-semibold">Per ticket</h3>
            {pendingQuote.scope === 'event' ? (
              <EventQuotePreview pendingQuote={pendingQuote} />
            ) : (
              <OffersQuotePreview pendingQuote={pendingQuote} onEdit={edit} offerErrors={offerErrors} />
            )}
          </section>
        </div>
      )}
    </Dialog>
  )
}

function submitForm(id: string): void {
  const form = document.getElementById(id)
  if (form instanceof HTMLFormElement) form.requestSubmit()
}

/** A quote covers one event, but a basket can contain several. */
function EventSelect({
  requests,
  request,
  onChange,
}: {
  requests: readonly QuoteRequest[]
  request: QuoteRequest
  onChange: (request: QuoteRequest) => void
}) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded bg-sunken px-4 py-3 text-sm">
      <span className="min-w-0 flex-1">A quote covers one event.</span>
      <NativeSelect
        label="Event"
        options={requests.map(({ event }) => ({ id: event.id, name: event.title }))}
        value={request.event.id}
        onChange={(id) => {
          const selected = requests.find(({ event }) => event.id === id)
          if (selected) onChange(selected)
        }}
        className="max-w-full"
      />
    </div>
  )
}

interface PreviewProps {
  pendingQuote: PendingQuote
}

function EventQuotePreview({ pendingQuote }: PreviewProps) {
  const costs = useEventCosts(pendingQuote)
  if (costs.isFailed) return <PreviewError onRetry={costs.retry} isRetrying={costs.isFetching} />
  return <EventPreview costs={costs} commission={parseCommission(pendingQuote)} />
}

/** The totals on small screens, where the preview is out of view. */
function CompactTotals({ pendingQuote }: PreviewProps) {
  const { offers } = useOfferCosts(pendingQuote)
  return (
    <TotalsLine
      offers={offers}
      commission={parseCommission(pendingQuote)}
      currency={pendingQuote.currency}
      clientChoosesOne={clientChoosesOne(pendingQuote)}
    />
  )
}

interface OffersQuotePreviewProps extends PreviewProps {
  onEdit: (change: Partial<PendingQuote>) => void
  offerErrors: ReadonlyMap<string, string>
}

function OffersQuotePreview({ pendingQuote, onEdit, offerErrors }: OffersQuotePreviewProps) {
  const { offers, converted, isFailed, isFetching, retry } = useOfferCosts(pendingQuote)
  const rates = useQuery(exchangeRatesQuery({ to: pendingQuote.currency, from: converted })).data ?? []
  return (
    <>
      <OffersPreview
        offers={offers}
        commission={parseCommission(pendingQuote)}
        currency={pendingQuote.currency}
        clientChoosesOne={clientChoosesOne(pendingQuote)}
        rates={rates}
        offerErrors={offerErrors}
        onQuantity={(id, quantity) =>
          onEdit({
            offers: pendingQuote.offers.map((offer) => (offer.id === id ? { ...offer, quantity } : offer)),
          })
        }
        onRemove={(id) => onEdit({ offers: pendingQuote.offers.filter((offer) => offer.id !== id) })}
      />
      {isFailed && <PreviewError onRetry={retry} isRetrying={isFetching} />}
    </>
  )
}
