import type { WireQuoteWhole } from '@terrace/contracts/quote-shapes'
import { useId, useState } from 'react'
import { deselect } from '#web/features/holds/selection.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PlainSelect } from '#web/ui/plain-select.tsx'
import { draftOf, type QuoteDraft } from './quote-draft.ts'
import { previewCommission } from './quote-figures.ts'
import { QuoteForm } from './quote-form.tsx'
import { EventPreview, OffersPreview, PreviewFailed, SumLine } from './quote-preview.tsx'
import { QuoteReady } from './quote-ready.tsx'
import { wishKey, type QuoteWish } from './quote-wish.ts'
import { useEventCosts, useOfferCosts } from './use-offer-costs.ts'
import { useGeneration } from './use-generation.ts'

interface QuoteBuilderProps {
  wishes: readonly QuoteWish[]
  isOpen: boolean
  onClose: () => void
}

/** Makes a quote: its terms on the left, what they mean on the right; then the link in its place. */
export function QuoteBuilder({ wishes, isOpen, onClose }: QuoteBuilderProps) {
  const formId = useId()
  const [asked, setAsked] = useState(wishes)
  const [wish, setWish] = useState(() => wishes[0])
  const [draft, setDraft] = useState(() => wish && draftOf(wish, null))
  const [made, setMade] = useState<WireQuoteWhole | null>(null)
  const { generate, error, isPending, forget, refusals } = useGeneration((quote) => {
    setMade(quote)
    // What was offered is not selected any more.
    deselect(quote.offers.map(({ listing_id }) => listing_id))
  })

  function begin(wanted: QuoteWish | undefined) {
    const isSame = wish && wanted && wishKey(wish) === wishKey(wanted)
    setWish(wanted)
    setMade(null)
    // Asked for again after it was closed, it goes on with what was typed.
    if (!isSame || made) setDraft(wanted && draftOf(wanted, draft ?? null))
    forget()
  }
  if (asked !== wishes) {
    setAsked(wishes)
    begin(wishes[0])
  }

  function edit(change: Partial<QuoteDraft>) {
    setDraft((known) => known && { ...known, ...change })
    forget()
  }

  if (!wish || !draft) return null
  return (
    <Dialog
      title={made ? 'The quote is ready' : `Quote ${wish.event.title}`}
      size="lg"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!isPending}
      actions={
        made ? (
          <Button onPress={onClose}>Done</Button>
        ) : (
          <>
            {draft.scope !== 'event' && <ShortSums draft={draft} />}
            <Button onPress={onClose} isDisabled={isPending}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={formId}
              tone="primary"
              isPending={isPending}
              isDisabled={draft.scope !== 'event' && draft.offers.length === 0}
            >
              Make the quote
            </Button>
          </>
        )
      }
    >
      {made ? (
        <QuoteReady quote={made} onLeave={onClose} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,21rem)]">
          <div className="space-y-5">
            {wishes.length > 1 && <EventChoice wishes={wishes} chosen={wish} onChange={begin} />}
            <QuoteForm
              id={formId}
              draft={draft}
              onEdit={edit}
              onSubmit={() => void generate(draft)}
              error={error}
            />
          </div>
          <section aria-label="Preview" className="lg:sticky lg:top-0 lg:self-start">
            <h3 className="mb-2 text-sm font-semibold">What it comes to</h3>
            {draft.scope === 'event' ? (
              <WholeEvent draft={draft} />
            ) : (
              <Chosen draft={draft} onEdit={edit} refusals={refusals} />
            )}
          </section>
        </div>
      )}
    </Dialog>
  )
}

/** A quote is of one event, and a basket may hold several. */
function EventChoice({
  wishes,
  chosen,
  onChange,
}: {
  wishes: readonly QuoteWish[]
  chosen: QuoteWish
  onChange: (wish: QuoteWish) => void
}) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded bg-sunken px-4 py-3 text-sm">
      <span className="min-w-0 flex-1">A quote is of one event.</span>
      <PlainSelect
        label="Event"
        options={wishes.map(({ event }) => ({ id: event.id, name: event.title }))}
        value={chosen.event.id}
        onChange={(id) => {
          const wish = wishes.find(({ event }) => event.id === id)
          if (wish) onChange(wish)
        }}
        className="max-w-full"
      />
    </div>
  )
}

interface PreviewProps {
  draft: QuoteDraft
}

function WholeEvent({ draft }: PreviewProps) {
  const costs = useEventCosts(draft)
  if (costs.isFailed) return <PreviewFailed onRetry={costs.retry} isRetrying={costs.isFetching} />
  return (
    <EventPreview costs={costs} commission={previewCommission(draft)} isSaid={draft.amount.trim() !== ''} />
  )
}

/** What all offers come to, where the preview is out of sight. */
function ShortSums({ draft }: PreviewProps) {
  const { offers } = useOfferCosts(draft)
  return <SumLine offers={offers} commission={previewCommission(draft)} currency={draft.currency} />
}

interface ChosenProps extends PreviewProps {
  onEdit: (change: Partial<QuoteDraft>) => void
  refusals: ReadonlyMap<string, string>
}

function Chosen({ draft, onEdit, refusals }: ChosenProps) {
  const { offers, isFailed, isFetching, retry } = useOfferCosts(draft)
  return (
    <>
      <OffersPreview
        offers={offers}
        commission={previewCommission(draft)}
        isSaid={draft.amount.trim() !== ''}
        currency={draft.currency}
        refusals={refusals}
        onQuantity={(id, quantity) =>
          onEdit({ offers: draft.offers.map((offer) => (offer.id === id ? { ...offer, quantity } : offer)) })
        }
        onRemove={(id) => onEdit({ offers: draft.offers.filter((offer) => offer.id !== id) })}
      />
      {isFailed && <PreviewFailed onRetry={retry} isRetrying={isFetching} />}
    </>
  )
}
