import { useQueryClient } from '@tanstack/react-query'
import type { WireListing } from '@terrace/contracts/listings'
import { use, useRef } from 'react'
import { holdsQuery } from '#web/features/holds/queries.ts'
import { useOpenQuoteBuilder } from '#web/features/quotes/quote-provider.tsx'
import { LazyTooltip } from '#web/ui/overlay/lazy-tooltip.tsx'
import { cx } from '#web/ui/cx.ts'
import { feedPerformerIds } from '#web/features/listings/filters/feed-request.ts'
import { QuoteIcon } from '#web/ui/icons.ts'
import { useTooltip } from '#web/ui/overlay/use-tooltip.ts'
import { RowEventContext } from './row-event-context.ts'
import { useRowTabIndex } from './row-tab-index.ts'
import type { TableRow } from './rows.ts'

interface RowQuoteOptions {
  listing: WireListing
  removalReason: TableRow['removalReason']
  /** Quantity currently selected in the row. */
  quantity: number | null
}

/**
 * Returns a function that starts a quote for the row's tickets or the team's holds of it; `null` when there is
 * nothing to quote.
 */
export function useRowQuote({ listing, removalReason, quantity }: RowQuoteOptions): (() => void) | null {
  const event = use(RowEventContext)
  const openQuoteBuilder = useOpenQuoteBuilder()
  const queryClient = useQueryClient()
  if (!event || removalReason === 'unavailable' || (removalReason === null && quantity === null)) return null
  const common = { event: { id: event.id, title: event.title }, currency: listing.proceed_price.currency }

  function quoteHeld() {
    const holds = queryClient.getQueryData(holdsQuery().queryKey)?.data ?? []
    const activeHolds = holds.filter(
      ({ listing_id, state }) => listing_id === listing.id && state === 'active',
    )
    const [first] = activeHolds
    if (first)
      openQuoteBuilder([{ ...common, scope: 'holds', holds: activeHolds, currency: first.price.currency }])
  }

  if (removalReason === 'held') return quoteHeld
  return () => {
    const { id, section, row, category, splits, proceed_price: price } = listing
    const line = {
      listing_id: id,
      quantity: quantity ?? 1,
      category_name: category.name,
      section,
      row,
      splits,
      price,
    }
    const performerIds = feedPerformerIds(event)
    openQuoteBuilder([{ ...common, scope: 'listings', performerIds, lines: [line] }])
  }
}

/** A plain button that creates its tooltip on demand, because tables render hundreds of these while scrolling. */
export function QuoteButton({
  section,
  onPress,
  className,
}: {
  section: string
  onPress: () => void
  className?: string
}) {
  const button = useRef<HTMLButtonElement>(null)
  const { isTooltipOpen, tooltipTriggerProps } = useTooltip()
  const tabIndex = useRowTabIndex()
  return (
    <>
      <button
        ref={button}
        type="button"
        tabIndex={tabIndex}
        aria-label={`Quote, ${section}`}
        onClick={onPress}
        {...tooltipTriggerProps}
        className={cx(
          'inline-flex size-8 shrink-0 items-center justify-center rounded text-muted transition-colors duration-150 ease-out hover:bg-ink/6 hover:text-ink active:bg-ink/10 max-sm:size-10 [&_svg]:size-4',
          className,
        )}
      >
        <QuoteIcon aria-hidden />
      </button>
      {isTooltipOpen && <LazyTooltip text="Quote" triggerRef={button} />}
    </>
  )
}
