import { useQuery } from '@tanstack/react-query'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { useRef, useState } from 'react'
import { holdRequestItem } from '#web/features/holds/hold-request-item.ts'
import {
  holdLineErrorsOf,
  batchHoldError,
  type HoldError,
  type HoldLineError,
} from '#web/features/holds/hold-error.ts'
import { usePlaceHolds } from '#web/features/holds/mutations.ts'
import { selectedListingsQuery } from '#web/features/holds/queries.ts'
import { lineKey, selectedBasket } from './selected-basket.ts'
import {
  holdIdempotencyKey,
  chooseQuantities,
  deselect,
  clearHoldIdempotencyKey,
  selectedLines,
  useSelectedLines,
  type SelectedLine,
} from './selection.ts'

type LineErrors = ReadonlyMap<string, HoldLineError>

const noLineErrors: LineErrors = new Map()

/** The feed may lag this far behind: a response this soon after an error is not newer than the error. */
const feedLagMs = 5000

/** `busy`: an earlier press is still being processed. */
type Outcome = 'done' | 'failed' | 'busy'

/** The selection with current stock and prices, and the action that holds all of it. */
export function useSelectedBasket() {
  const lines = useSelectedLines()
  const listingsQuery = useQuery(selectedListingsQuery(listingsRequest(lines)))
  const placeHolds = usePlaceHolds()
  const isRunning = useRef(false)
  const [lineErrors, setLineErrors] = useState(noLineErrors)
  const [failedAt, setFailedAt] = useState(0)
  const [failure, setFailure] = useState<HoldError | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const [shownSelectionKey, setShownSelectionKey] = useState('')
  const selectionKey = lines.map(lineKey).join(' ')
  // Errors belong to a selection; only lines that both selections share keep theirs.
  if (shownSelectionKey !== selectionKey) {
    setShownSelectionKey(selectionKey)
    setFailure(null)
    setLineErrors(errorsOfLines(lineErrors, lines))
  }
  const feed = listingsQuery.data ?? null
  const basket = selectedBasket({
    lines,
    feed,
    isComplete: feed !== null && !listingsQuery.isPlaceholderData,
    lineErrors,
    isFeedNewer: listingsQuery.dataUpdatedAt > failedAt + feedLagMs,
    isBusy: placeHolds.isPending,
  })

  async function hold(): Promise<Outcome> {
    // Read from storage: another tab may have removed lines that this one still shows.
    const requested = selectedLines()
    if (isRunning.current) return 'busy'
    if (requested.length === 0) return 'done'
    isRunning.current = true
    setFailure(null)
    const currency = currencyOf(requested)
    const items = requested.map(({ listing_id, quantity }) => holdRequestItem(listing_id, quantity, currency))
    try {
      await placeHolds.mutateAsync({ items, idempotencyKey: holdIdempotencyKey(items) })
      clearHoldIdempotencyKey()
      setLineErrors(noLineErrors)
      setAnnouncement(`Held: ${formatTickets(requested.reduce((sum, { quantity }) => sum + quantity, 0))}`)
      return 'done'
    } catch (error) {
      const newErrors = holdLineErrorsOf(error)
      const batchError = batchHoldError(error)
      if (!batchError.isOutcomeUnknown) clearHoldIdempotencyKey()
      setLineErrors(errorsByLine(newErrors, requested))
      setFailedAt(Date.now())
      setFailure(newErrors.length > 0 ? null : batchError)
      return 'failed'
    } finally {
      isRunning.current = false
    }
  }

  /** Applies every suggested fix, then holds the rest. */
  async function fixAndHold(): Promise<Outcome> {
    const quantities = new Map<string, number>()
    const idsToRemove: string[] = []
    for (const { line, fix } of basket.entries) {
      if (fix === 'remove') idsToRemove.push(line.listing_id)
      else if (fix !== null) quantities.set(line.listing_id, fix)
    }
    chooseQuantities(quantities)
    deselect(idsToRemove)
    return hold()
  }

  return { ...basket, hold, fixAndHold, isPending: placeHolds.isPending, failure, announcement }
}

/** One currency for the batch, that of the last selected line: a checkout pays in one currency (product.md §12.1). */
function currencyOf(lines: readonly SelectedLine[]): string {
  return lines.at(-1)?.price.currency ?? ''
}

function listingsRequest(lines: readonly SelectedLine[]): Parameters<typeof selectedListingsQuery>[0] {
  const haveAllPerformerIds = lines.every(({ event }) => event.performer_ids.length > 0)
  return {
    ids: lines.map(({ listing_id }) => listing_id),
    performerIds: haveAllPerformerIds ? [...new Set(lines.flatMap(({ event }) => event.performer_ids))] : [],
    currency: currencyOf(lines),
  }
}

/** An error applies to one quantity; other quantities of the listing are untested. */
function errorsByLine(newErrors: readonly HoldLineError[], requested: readonly SelectedLine[]): LineErrors {
  const lines = new Map(requested.map((line) => [line.listing_id, line]))
  return new Map(
    newErrors.flatMap((lineError) => {
      const line = lines.get(lineError.listing_id)
      return line ? [[lineKey(line), lineError] as const] : []
    }),
  )
}

function errorsOfLines(lineErrors: LineErrors, lines: readonly SelectedLine[]): LineErrors {
  const keys = new Set(lines.map(lineKey))
  return new Map([...lineErrors].filter(([key]) => keys.has(key)))
}
