import { useQuery } from '@tanstack/react-query'
import { formatTickets } from '@terrace/domain/tickets'
import { useRef, useState } from 'react'
import { holdItem } from './hold-item.ts'
import { refusedLinesOf, wholeRefusal, type HoldRefusal, type RefusedLine } from './hold-refusal.ts'
import { usePlaceHolds } from './mutations.ts'
import { chosenListingsQuery } from './queries.ts'
import { lineKey, selectedBasket } from './selected-basket.ts'
import {
  attemptKey,
  chooseQuantities,
  deselect,
  endAttempt,
  selectedLines,
  useSelectedLines,
  type SelectedLine,
} from './selection.ts'

type Refusals = ReadonlyMap<string, RefusedLine>

const noRefusals: Refusals = new Map()

/** The list may be as much behind what refused: an answer asked for at once does not know better yet. */
const settlesWithin = 5000

/** `busy`: a press before it is still under way. */
type Outcome = 'done' | 'failed' | 'busy'

/** What is selected, kept at today's stock and prices, and the way to hold all of it at once. */
export function useSelectedBasket() {
  const lines = useSelectedLines()
  const facts = useQuery(chosenListingsQuery(choiceOf(lines)))
  const place = usePlaceHolds()
  const isRunning = useRef(false)
  const [refusals, setRefusals] = useState(noRefusals)
  const [refusedAt, setRefusedAt] = useState(0)
  const [failure, setFailure] = useState<HoldRefusal | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const [toldOf, setToldOf] = useState('')
  const chosen = lines.map(lineKey).join(' ')
  // What was said of a selection is not said of another one, but for the lines that both have.
  if (toldOf !== chosen) {
    setToldOf(chosen)
    setFailure(null)
    setRefusals(ofLines(refusals, lines))
  }
  const answer = facts.data ?? null
  const basket = selectedBasket({
    lines,
    answer,
    isComplete: answer !== null && !facts.isPlaceholderData,
    refusals,
    isSince: facts.dataUpdatedAt > refusedAt + settlesWithin,
    isBusy: place.isPending,
  })

  /** All or nothing. */
  async function hold(): Promise<Outcome> {
    // What the storage says now: another tab may have taken out what this one still shows.
    const wanted = selectedLines()
    if (isRunning.current) return 'busy'
    if (wanted.length === 0) return 'done'
    isRunning.current = true
    setFailure(null)
    const currency = currencyOf(wanted)
    const items = wanted.map(({ listing_id, quantity }) => holdItem(listing_id, quantity, currency))
    try {
      await place.mutateAsync({ items, idempotencyKey: attemptKey(items) })
      endAttempt()
      setRefusals(noRefusals)
      setAnnouncement(`Held: ${formatTickets(wanted.reduce((sum, { quantity }) => sum + quantity, 0))}`)
      return 'done'
    } catch (error) {
      const refused = refusedLinesOf(error)
      const whole = wholeRefusal(error)
      if (!whole.isUnknown) endAttempt()
      setRefusals(byLine(refused, wanted))
      setRefusedAt(Date.now())
      setFailure(refused.length > 0 ? null : whole)
      return 'failed'
    } finally {
      isRunning.current = false
    }
  }

  /** Takes what can be had instead, takes out what cannot, and holds the rest. */
  async function repairAndHold(): Promise<Outcome> {
    const quantities = new Map<string, number>()
    const out: string[] = []
    for (const { line, repair } of basket.entries) {
      if (repair === 'out') out.push(line.listing_id)
      else if (repair !== null) quantities.set(line.listing_id, repair)
    }
    chooseQuantities(quantities)
    deselect(out)
    return hold()
  }

  return { ...basket, hold, repairAndHold, isPending: place.isPending, failure, announcement }
}

/** One currency for all, which is the one looked at last: one checkout pays one currency (product.md §12). */
function currencyOf(lines: readonly SelectedLine[]): string {
  return lines.at(-1)?.price.currency ?? ''
}

function choiceOf(lines: readonly SelectedLine[]): Parameters<typeof chosenListingsQuery>[0] {
  const areAllKnown = lines.every(({ event }) => event.team_ids.length > 0)
  return {
    ids: lines.map(({ listing_id }) => listing_id),
    teamIds: areAllKnown ? [...new Set(lines.flatMap(({ event }) => event.team_ids))] : [],
    currency: currencyOf(lines),
  }
}

/** A refusal is of a quantity: another one of the same listing has not been asked for yet. */
function byLine(refused: readonly RefusedLine[], wanted: readonly SelectedLine[]): Refusals {
  const lines = new Map(wanted.map((line) => [line.listing_id, line]))
  return new Map(
    refused.flatMap((refusal) => {
      const line = lines.get(refusal.listing_id)
      return line ? [[lineKey(line), refusal] as const] : []
    }),
  )
}

function ofLines(refusals: Refusals, lines: readonly SelectedLine[]): Refusals {
  const keys = new Set(lines.map(lineKey))
  return new Map([...refusals].filter(([key]) => keys.has(key)))
}
