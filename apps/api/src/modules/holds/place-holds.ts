import { isMarketplaceCurrency } from '@terrace/domain/currencies'
import { freshRateDays } from '@terrace/domain/exchange'
import { money } from '@terrace/domain/money'
import type pg from 'pg'
import { invalidInput, type AppError } from '../../shared/app-error.ts'
import { idempotencyErrors, type IdempotencyKey } from '../../shared/idempotency.ts'
import type { Ids } from '../../shared/ids.ts'
import type { HeldLine } from './hold.ts'
import { holdErrors, holdRefusals } from './holds.errors.ts'
import {
  callPlaceHolds,
  readListingsHeldBy,
  type HoldLimits,
  type PlaceAnswer,
  type PlaceRequest,
  type WantedHold,
} from './holds.repo.ts'
import { shareCalls } from './share-calls.ts'

export interface PlaceHoldsDeps {
  pool: pg.Pool
  ids: Ids
  config: { holdCap: number; holdMinutes: number; serviceFeeBp: number; production: boolean }
}

export interface HoldItem {
  listingId: string
  quantity: number
  quoteRef?: string | undefined
  targetCurrency?: string | undefined
}

export interface PlaceHolds {
  teamId: string
  accountId: string
  /** What prices are frozen in, where an item names no other currency. */
  baseCurrency: string
  items: readonly HoldItem[]
  key?: IdempotencyKey | undefined
}

/**
 * The command that holds all items of a request or none (product.md §4); it answers a line for each item, in their order.
 * Items that name one listing are one demand and one hold: judged apart, their sum could slip past the seller's split
 * rule, and be taken apart again. The database decides, in one round trip that requests of other teams share.
 */
export function createPlaceHolds({
  pool,
  ids,
  config,
}: PlaceHoldsDeps): (request: PlaceHolds) => Promise<HeldLine[]> {
  const limits = limitsOf(config)
  const ask = shareCalls<PlaceRequest, PlaceAnswer>({
    namesOf: ({ teamId, wanted }) => [teamId, ...wanted.map((line) => line.listingId)],
    call: (requests) => callPlaceHolds(pool, limits, requests),
  })

  return async ({ teamId, accountId, baseCurrency, items, key }) => {
    const answer = await ask({ teamId, accountId, wanted: mergeByListing(items, baseCurrency, ids), key })
    if (!answer.holds) throw refusal(await withOwnHolds(pool, teamId, answer), items, config.holdCap)
    const held = new Map(answer.holds.map((hold) => [hold.listing_id, hold]))
    return items.map(({ listingId, quantity }) => {
      const hold = held.get(listingId)
      if (!hold) throw new Error(`no hold was answered for ${listingId}`)
      return {
        holdId: hold.hold_id,
        listingId,
        eventId: hold.event_id,
        quantity,
        price: money(hold.price_minor, hold.currency),
        feeBp: hold.fee_bp,
        expiresAt: new Date(hold.expires_at),
      }
    })
  }
}

export function limitsOf(config: PlaceHoldsDeps['config']): HoldLimits {
  return {
    cap: config.holdCap,
    minutes: config.holdMinutes,
    feeBp: config.serviceFeeBp,
    // The demo's rates are as old as its data, and are labelled so (product.md §3).
    maxRateDays: config.production ? freshRateDays : null,
  }
}

function mergeByListing(items: readonly HoldItem[], baseCurrency: string, ids: Ids): WantedHold[] {
  const wanted = new Map<string, WantedHold>()
  for (const [index, item] of items.entries()) {
    const currency = item.targetCurrency ?? baseCurrency
    const quoteRef = item.quoteRef ?? null
    if (!isMarketplaceCurrency(currency)) throw holdErrors.make('currency.unknown')
    const known = wanted.get(item.listingId)
    if (!known) {
      wanted.set(item.listingId, {
        holdId: ids.next('hld'),
        listingId: item.listingId,
        quantity: item.quantity,
        quoteRef,
        currency,
      })
      continue
    }
    known.quantity += item.quantity
    const differs = known.currency !== currency ? 'target_currency' : 'quote_ref'
    if (known.currency !== currency || known.quoteRef !== quoteRef)
      throw invalidInput({ [`${index}.${differs}`]: ['must be the same in all items of one listing'] })
  }
  return [...wanted.values()]
}

/**
 * What the team's own holds use up is not sold out to it (product.md §4): it is told that it has them. Only the words
 * depend on this look, which is taken after the verdict.
 */
async function withOwnHolds(pool: pg.Pool, teamId: string, answer: PlaceAnswer): Promise<PlaceAnswer> {
  const gone = (answer.refused ?? []).filter((line) => line.code === 'listing.gone')
  if (gone.length === 0) return answer
  const own = await readListingsHeldBy(
    pool,
    teamId,
    gone.map((line) => line.listing_id),
  )
  return {
    ...answer,
    refused: (answer.refused ?? []).map((line) =>
      line.code === 'listing.gone' && own.has(line.listing_id)
        ? { ...line, code: 'listing.held_by_you' }
        : line,
    ),
  }
}

function refusal(answer: PlaceAnswer, items: readonly HoldItem[], cap: number): AppError {
  if (answer.key_reused) return idempotencyErrors.make('idempotency.key_reused')
  if (answer.currency_unknown) return holdErrors.make('currency.unknown')
  if (answer.rate_stale)
    return holdErrors.make('hold.rate_stale', { details: { rate_date: answer.rate_stale } })
  if (answer.cap_left !== undefined) {
    const left = answer.cap_left
    return holdErrors.make('hold.cap_exceeded', {
      title: `Your team may hold ${cap} tickets at once, ${left === 0 ? 'no more' : `${left} more`} now`,
      details: { cap, left },
    })
  }
  const refused = new Map((answer.refused ?? []).map((line) => [line.listing_id, line]))
  const lines = items.flatMap(({ listingId }, index) => {
    const line = refused.get(listingId)
    return line ? [{ index, ...line, title: holdRefusals[line.code] }] : []
  })
  const [first] = lines
  return holdErrors.make('hold.refused', {
    ...(first?.title !== undefined && { title: first.title }),
    details: { lines },
  })
}
