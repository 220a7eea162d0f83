import { useQuery } from '@tanstack/react-query'
import type { WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import type { quotesRoutes } from '@terrace/contracts/quotes'
import type { ResponseOf } from '@terrace/contracts/route'
import { useRef, useState } from 'react'
import { holdRequestItem } from '#web/features/holds/hold-request-item.ts'
import { lineHoldError, holdLineErrorsOf, batchHoldError } from '#web/features/holds/hold-error.ts'
import { usePlaceHolds } from '#web/features/holds/mutations.ts'
import { holdsQuery } from '#web/features/holds/queries.ts'
import { useIdempotencyKeys } from '#web/lib/http/use-idempotency-keys.ts'
import { checkQuery, type CheckedOffer } from '#web/features/quotes/queries.ts'
import { holdsOfQuote } from './quote-holds.ts'

type Check = ResponseOf<typeof quotesRoutes.check>['data']
export type CheckedLine = Check['lines'][number]

export interface ConvertedLine {
  /** Line from the check of all offers; limits the selection. */
  full: CheckedLine
  /** The line from the check of the selected quantities; otherwise the same as `full`. */
  current: CheckedLine
}

/** Selected quantity by offer id, without offers that are left out. */
type SelectedQuantities = ReadonlyMap<string, number>

/** Turns a quote into holds. Holds nothing before the broker has seen the changes (product.md §5). */
export function useConversion(
  quote: Pick<WireQuoteDetail, 'id' | 'currency' | 'offers' | 'totals_range'>,
  onHeld: () => void,
) {
  const [selectedQuantities, setSelectedQuantities] = useState<SelectedQuantities | null>(null)
  const [lineErrors, setLineErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const [problem, setProblem] = useState<string | null>(null)
  const remainingOffers = remainingOffersOf(quote)
  const fullCheck = useQuery(checkQuery(quote.id, remainingOffers))
  // The client has not chosen between the alternatives yet.
  const isChoosing = quote.totals_range !== null
  // Offers that the client did not accept are only bought if the broker selects them.
  const quantities =
    selectedQuantities ??
    availableQuantities(remainingOffers || isChoosing ? [] : (fullCheck.data?.lines ?? []))
  const requestedOffers = [...quantities].map(([offer_id, quantity]) => ({ offer_id, quantity }))
  // The first check covers all offers; a changed selection needs its own check.
  const selectionCheck = useQuery({
    ...checkQuery(quote.id, requestedOffers),
    enabled: selectedQuantities !== null && requestedOffers.length > 0,
  })
  const holds = useQuery(holdsQuery()).data?.data ?? []
  const placeHolds = usePlaceHolds()
  const withIdempotencyKey = useIdempotencyKeys()
  const isRunning = useRef(false)
  const currentCheck = selectedQuantities === null ? fullCheck.data : selectionCheck.data
  // Until the check of the selection arrives, show the previous one and block holding.
  const isStale =
    selectedQuantities !== null &&
    requestedOffers.length > 0 &&
    (selectionCheck.isPending || selectionCheck.isPlaceholderData)
  const shownCheck = currentCheck ?? (isStale && !remainingOffers && !isChoosing ? fullCheck.data : undefined)
  const lines = (fullCheck.data?.lines ?? []).map((full): ConvertedLine => {
    const checked = quantities.has(full.id) && currentCheck?.lines.find(({ id }) => id === full.id)
    return { full, current: checked || full }
  })

  function select(line: CheckedLine, quantity: number | null) {
    const updated = new Map(isChoosing ? [] : quantities)
    if (quantity === null) updated.delete(line.id)
    else updated.set(line.id, quantity)
    setSelectedQuantities(updated)
    setLineErrors(new Map([...lineErrors].filter(([id]) => id !== line.id)))
    setProblem(null)
  }

  async function hold(): Promise<void> {
    if (isRunning.current || isStale || !currentCheck) return
    isRunning.current = true
    const selectedLines = currentCheck.lines.filter(({ id }) => quantities.has(id))
    setProblem(null)
    setLineErrors(new Map())
    // A checkout has one currency (product.md §12.1): the one of the quote's existing holds.
    const currency = holdsOfQuote({ id: quote.id, offers: selectedLines }, holds)[0]?.price.currency
    const items = selectedLines.flatMap((line) => {
      const missing = (quantities.get(line.id) ?? 0) - (line.held?.quantity ?? 0)
      return missing > 0 ? [holdRequestItem(line.listing_id, missing, currency, quote.id)] : []
    })
    try {
      if (items.length > 0) {
        await withIdempotencyKey(JSON.stringify(items), (idempotencyKey) =>
          placeHolds.mutateAsync({ items, idempotencyKey }),
        )
      }
      onHeld()
    } catch (error) {
      const errors = holdLineErrorsOf(error)
      setLineErrors(errorsByOffer(errors, selectedLines, quantities))
      setProblem(errors.length > 0 ? null : batchHoldError(error).text)
      void fullCheck.refetch()
      if (selectedQuantities !== null) void selectionCheck.refetch()
    } finally {
      isRunning.current = false
    }
  }

  return {
    lines,
    /** All accepted offers have been bought; the lines are the remaining offers. */
    isRemainder: remainingOffers !== undefined,
    isChoosing,
    quantities,
    lineErrors,
    problem,
    /** Totals of the selection; `null` while unknown or when nothing is selected. */
    totals: quantities.size > 0 && shownCheck ? shownCheck : null,
    isStale,
    error: fullCheck.error ?? selectionCheck.error,
    isLoading: fullCheck.isPending,
    isFetching: fullCheck.isFetching || selectionCheck.isFetching,
    retry: () => void (fullCheck.error ? fullCheck.refetch() : selectionCheck.refetch()),
    isHolding: placeHolds.isPending,
    tickets: [...quantities.values()].reduce((sum, quantity) => sum + quantity, 0),
    select,
    hold,
  }
}

/** Whether the accepted quantity, or else the remaining one, is available now. */
export function isFullyAvailable(line: CheckedLine): boolean {
  return line.state === 'available' || line.held?.quantity === line.quantity
}

/** The offers left after all accepted ones have been bought; `undefined` before that. */
function remainingOffersOf({ offers }: Pick<WireQuoteDetail, 'offers'>): CheckedOffer[] | undefined {
  const accepted = offers.filter((offer) => offer.accepted > 0)
  if (accepted.length === 0 || accepted.some((offer) => offer.bought < offer.accepted)) return undefined
  return offers.flatMap(({ id, quantity, bought }) =>
    quantity > bought ? [{ offer_id: id, quantity: quantity - bought }] : [],
  )
}

function availableQuantities(lines: readonly CheckedLine[]): SelectedQuantities {
  return new Map(lines.flatMap((line) => (isFullyAvailable(line) ? [[line.id, line.quantity] as const] : [])))
}

function errorsByOffer(
  errors: ReturnType<typeof holdLineErrorsOf>,
  lines: readonly CheckedLine[],
  quantities: SelectedQuantities,
): ReadonlyMap<string, string> {
  return new Map(
    errors.flatMap((lineError) => {
      const line = lines.find(({ listing_id }) => listing_id === lineError.listing_id)
      if (!line) return []
      const quantity = quantities.get(line.id) ?? line.quantity
      const { text } = lineHoldError(
        lineError,
        { shownQuantity: quantity, requested: quantity },
        'These tickets can’t be held right now',
      )
      return [[line.id, text] as const]
    }),
  )
}
