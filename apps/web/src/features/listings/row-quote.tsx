import { useQueryClient } from '@tanstack/react-query'
import type { WireListing } from '@terrace/contracts/listings'
import { use, useRef } from 'react'
import { holdsQuery } from '#web/features/holds/queries.ts'
import { useAskForQuote } from '#web/features/quotes/quote-provider.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { QuoteIcon } from '#web/ui/icons.ts'
import { useHint } from '#web/ui/use-hint.ts'
import { RowEvent } from './row-event.ts'
import type { TableRow } from './rows.ts'

interface QuotedRow {
  listing: WireListing
  departed: TableRow['departed']
  /** As many as the row offers now. */
  quantity: number | null
}

/** Opens the quote of a row: of so many of its tickets, or of what the team holds of it. Null where there is nothing. */
export function useRowQuote({ listing, departed, quantity }: QuotedRow): (() => void) | null {
  const event = use(RowEvent)
  const ask = useAskForQuote()
  const queryClient = useQueryClient()
  if (!event || departed === 'gone' || (departed === null && quantity === null)) return null
  const subject = { event: { id: event.id, title: event.title }, currency: listing.proceed_price.currency }

  function quoteHeld() {
    const holds = queryClient.getQueryData(holdsQuery().queryKey)?.data ?? []
    const own = holds.filter(({ listing_id, state }) => listing_id === listing.id && state === 'active')
    const [first] = own
    if (first) ask([{ ...subject, scope: 'holds', holds: own, currency: first.price.currency }])
  }

  if (departed === 'held') return quoteHeld
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
    const teamIds = event.performers.map((performer) => performer.id)
    ask([{ ...subject, scope: 'listings', teamIds, lines: [line] }])
  }
}

/** A plain button, whose tooltip is made when it is asked for: a table draws hundreds of them while it scrolls. */
export function QuoteButton({ section, onPress }: { section: string; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const { isHinted, hintProps } = useHint()
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`Quote, ${section}`}
        onClick={onPress}
        {...hintProps}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded text-muted transition-colors duration-150 ease-out hover:bg-ink/6 hover:text-ink active:bg-ink/10 max-sm:size-10 [&_svg]:size-4"
      >
        <QuoteIcon aria-hidden />
      </button>
      {isHinted && <Hint text="Quote" triggerRef={button} />}
    </>
  )
}
