import { useQuery } from '@tanstack/react-query'
import type { WireQuoteWhole } from '@terrace/contracts/quote-shapes'
import type { quotesRoutes } from '@terrace/contracts/quotes'
import type { ResponseOf } from '@terrace/contracts/route'
import { useRef, useState } from 'react'
import { holdItem } from '#web/features/holds/hold-item.ts'
import { lineRefusal, refusedLinesOf, wholeRefusal } from '#web/features/holds/hold-refusal.ts'
import { usePlaceHolds } from '#web/features/holds/mutations.ts'
import { holdsQuery } from '#web/features/holds/queries.ts'
import { useIntentionKeys } from '#web/features/holds/use-intention-keys.ts'
import { checkQuery, type CheckedOffer } from './queries.ts'
import { holdsOfQuote } from './quote-holds.ts'

type Check = ResponseOf<typeof quotesRoutes.check>['data']
export type CheckedLine = Check['lines'][number]

export interface ConvertedLine {
  /** As all of it was checked: what can be chosen. */
  whole: CheckedLine
  /** As what is chosen of it was checked, else the same. */
  now: CheckedLine
}

/** How many of each offer are to be bought; none of those that are left out. */
type Wanted = ReadonlyMap<string, number>

/** Turns a quote into what the team holds: nothing is held before its differences were shown (product.md §5). */
export function useConversion(quote: Pick<WireQuoteWhole, 'id' | 'currency' | 'offers'>, onHeld: () => void) {
  const [chosen, setChosen] = useState<Wanted | null>(null)
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map())
  const [problem, setProblem] = useState<string | null>(null)
  const rest = restOf(quote)
  const first = useQuery(checkQuery(quote.id, rest))
  // What the client has not chosen is bought where the broker chooses it.
  const wanted = chosen ?? whatCanBeHad(rest ? [] : (first.data?.lines ?? []))
  const asked = [...wanted].map(([offer_id, quantity]) => ({ offer_id, quantity }))
  // The first answer is of all lines; how some of them stand together, in which numbers, is asked for.
  const some = useQuery({ ...checkQuery(quote.id, asked), enabled: chosen !== null && asked.length > 0 })
  const holds = useQuery(holdsQuery()).data?.data ?? []
  const place = usePlaceHolds()
  const withKey = useIntentionKeys()
  const isRunning = useRef(false)
  const known = chosen === null ? first.data : some.data
  // Until it is known how the chosen ones stand, it is shown how they stood before; nothing is held by that.
  const isStale = chosen !== null && asked.length > 0 && (some.isPending || some.isPlaceholderData)
  const shown = known ?? (isStale && !rest ? first.data : undefined)
  const lines = (first.data?.lines ?? []).map((whole): ConvertedLine => {
    const checked = wanted.has(whole.id) && known?.lines.find(({ id }) => id === whole.id)
    return { whole, now: checked || whole }
  })

  function choose(line: CheckedLine, quantity: number | null) {
    const next = new Map(wanted)
    if (quantity === null) next.delete(line.id)
    else next.set(line.id, quantity)
    setChosen(next)
    setRefusals(new Map([...refusals].filter(([id]) => id !== line.id)))
    setProblem(null)
  }

  async function hold(): Promise<void> {
    if (isRunning.current || isStale || !known) return
    isRunning.current = true
    const taken = known.lines.filter(({ id }) => wanted.has(id))
    setProblem(null)
    setRefusals(new Map())
    // One checkout pays one currency (product.md §12): that of what is held of the quote already.
    const currency = holdsOfQuote({ id: quote.id, offers: taken }, holds)[0]?.price.currency
    const items = taken.flatMap((line) => {
      const missing = (wanted.get(line.id) ?? 0) - (line.held?.quantity ?? 0)
      return missing > 0 ? [holdItem(line.listing_id, missing, currency, quote.id)] : []
    })
    try {
      if (items.length > 0) {
        await withKey(JSON.stringify(items), (idempotencyKey) => place.mutateAsync({ items, idempotencyKey }))
      }
      onHeld()
    } catch (error) {
      const refused = refusedLinesOf(error)
      setRefusals(byOffer(refused, taken, wanted))
      setProblem(refused.length > 0 ? null : wholeRefusal(error).text)
      void first.refetch()
      if (chosen !== null) void some.refetch()
    } finally {
      isRunning.current = false
    }
  }

  return {
    lines,
    /** All that the client chose has been bought: these are the other offers. */
    isRest: rest !== undefined,
    wanted,
    refusals,
    problem,
    /** Over what is chosen; null while it is not known, and where nothing is. */
    sums: wanted.size > 0 && shown ? shown : null,
    isStale,
    error: first.error ?? some.error,
    isLoading: first.isPending,
    isFetching: first.isFetching || some.isFetching,
    retry: () => void (first.error ? first.refetch() : some.refetch()),
    isHolding: place.isPending,
    tickets: [...wanted.values()].reduce((sum, quantity) => sum + quantity, 0),
    choose,
    hold,
  }
}

/** Whether as many as are meant, what the client accepted or else all that is left of it, can be had now. */
export function isWhole(line: CheckedLine): boolean {
  return line.state === 'available' || line.held?.quantity === line.quantity
}

/** What is left of the offers once all that the client chose is bought; undefined before that. */
function restOf({ offers }: Pick<WireQuoteWhole, 'offers'>): CheckedOffer[] | undefined {
  const accepted = offers.filter((offer) => offer.accepted > 0)
  if (accepted.length === 0 || accepted.some((offer) => offer.bought < offer.accepted)) return undefined
  return offers.flatMap(({ id, quantity, bought }) =>
    quantity > bought ? [{ offer_id: id, quantity: quantity - bought }] : [],
  )
}

function whatCanBeHad(lines: readonly CheckedLine[]): Wanted {
  return new Map(lines.flatMap((line) => (isWhole(line) ? [[line.id, line.quantity] as const] : [])))
}

function byOffer(
  refused: ReturnType<typeof refusedLinesOf>,
  lines: readonly CheckedLine[],
  wanted: Wanted,
): ReadonlyMap<string, string> {
  return new Map(
    refused.flatMap((refusal) => {
      const line = lines.find(({ listing_id }) => listing_id === refusal.listing_id)
      if (!line) return []
      const quantity = wanted.get(line.id) ?? line.quantity
      const { text } = lineRefusal(refusal, { seen: quantity, wanted: quantity }, 'This cannot be held now')
      return [[line.id, text] as const]
    }),
  )
}
