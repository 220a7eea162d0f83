import type { HoldLineCode } from '@terrace/domain/hold-line-codes'
import { isTradableCurrency } from '@terrace/domain/money/currencies'
import { rateStaleAfterDays } from '@terrace/domain/money/exchange'
import { money } from '@terrace/domain/money/money'
import type pg from 'pg'
import { invalidInput, type AppError } from '#api/shared/app-error.ts'
import { idempotencyErrors, type IdempotencyKey } from '#api/shared/idempotency.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { PlacedLine } from './hold.ts'
import { holdErrors, holdLineErrors } from './holds.errors.ts'
import {
  placeHoldBatch,
  readListingsHeldBy,
  type HoldCooldown,
  type HoldTerms,
  type PlaceHoldsResult,
  type PlaceHoldsRequest,
  type RequestedHold,
} from './holds.repo.ts'
import { batchCalls } from '#api/shared/concurrency/batch-calls.ts'
import { callGroupOf } from '#api/shared/concurrency/call-group.ts'

export interface PlaceHoldsDeps {
  pool: pg.Pool
  ids: Ids
  config: {
    maxHeldTicketsPerTeam: number
    holdMinutes: number
    serviceFeeBp: number
    production: boolean
    holdCooldown: HoldCooldown | null
  }
}

export interface HoldItem {
  listingId: string
  quantity: number
  quoteId?: string | undefined
  targetCurrency?: string | undefined
}

export interface PlaceHoldsInput {
  teamId: string
  accountId: string
  /** Currency of the frozen prices, unless an item names another. */
  baseCurrency: string
  items: readonly HoldItem[]
  key?: IdempotencyKey | undefined
}

/**
 * Creates the command that holds all items of a request or none (product.md §4) and returns one line per item, in
 * order. Items for one listing are merged into one hold: separately, their total could break the seller's split rule.
 * The database validates in one round trip, shared by requests of several teams.
 */
export function createPlaceHolds({
  pool,
  ids,
  config,
}: PlaceHoldsDeps): (request: PlaceHoldsInput) => Promise<PlacedLine[]> {
  const terms = holdTermsOf(config)
  const callBatched = batchCalls<PlaceHoldsRequest, PlaceHoldsResult>({
    name: 'holds: place holds',
    conflictKeysOf: ({ teamId, requested }) => [teamId, ...requested.map((line) => line.listingId)],
    call: (requests) => placeHoldBatch(pool, terms, requests),
    group: callGroupOf(pool),
  })

  return async ({ teamId, accountId, baseCurrency, items, key }) => {
    const result = await callBatched({
      teamId,
      accountId,
      requested: mergeByListing(items, baseCurrency, ids),
      key,
    })
    if (!result.holds) throw toHoldError(await explainHeldByTeam(pool, teamId, result), items, config)
    const held = new Map(result.holds.map((hold) => [hold.listing_id, hold]))
    return items.map(({ listingId, quantity }) => {
      const hold = held.get(listingId)
      if (!hold) throw new Error(`place_holds returned no hold for ${listingId}`)
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

export function holdTermsOf(config: PlaceHoldsDeps['config']): HoldTerms {
  return {
    teamLimit: config.maxHeldTicketsPerTeam,
    holdMinutes: config.holdMinutes,
    feeBp: config.serviceFeeBp,
    // The demo has old exchange rates, and its pages say so (product.md §3).
    maxRateDays: config.production ? rateStaleAfterDays : null,
    cooldown: config.holdCooldown,
  }
}

function mergeByListing(items: readonly HoldItem[], baseCurrency: string, ids: Ids): RequestedHold[] {
  const requested = new Map<string, RequestedHold>()
  for (const [index, item] of items.entries()) {
    const currency = item.targetCurrency ?? baseCurrency
    const quoteId = item.quoteId ?? null
    if (!isTradableCurrency(currency)) throw unknownCurrency()
    const known = requested.get(item.listingId)
    if (!known) {
      requested.set(item.listingId, {
        holdId: ids.next('hld'),
        listingId: item.listingId,
        quantity: item.quantity,
        quoteId,
        currency,
      })
      continue
    }
    known.quantity += item.quantity
    const differingField = known.currency !== currency ? 'target_currency' : 'quote_ref'
    if (known.currency !== currency || known.quoteId !== quoteId)
      throw invalidInput({ [`${index}.${differingField}`]: ['must be the same for all items of a listing'] })
  }
  return [...requested.values()]
}

/**
 * Replaces "sold out" with `listing.held_by_you` when the team itself holds the tickets (product.md §4). It reads the holds
 * after the request was rejected and changes only the message.
 */
async function explainHeldByTeam(
  pool: pg.Pool,
  teamId: string,
  result: PlaceHoldsResult,
): Promise<PlaceHoldsResult> {
  const unavailable = (result.rejected ?? []).filter((line) => line.code === 'listing.unavailable')
  if (unavailable.length === 0) return result
  const heldByTeam = await readListingsHeldBy(
    pool,
    teamId,
    unavailable.map((line) => line.listing_id),
  )
  return {
    ...result,
    rejected: (result.rejected ?? []).map((line) =>
      line.code === 'listing.unavailable' && heldByTeam.has(line.listing_id)
        ? { ...line, code: 'listing.held_by_you' as const }
        : line,
    ),
  }
}

const unknownCurrency = () =>
  holdErrors.make('currency.unknown', {
    details: { fields: { target_currency: [holdErrors.copy['currency.unknown'].title] } },
  })

function toHoldError(
  result: PlaceHoldsResult,
  items: readonly HoldItem[],
  config: PlaceHoldsDeps['config'],
): AppError {
  const limit = config.maxHeldTicketsPerTeam
  if (result.key_reused) return idempotencyErrors.make('idempotency.key_reused')
  if (result.currency_unknown) return unknownCurrency()
  if (result.rate_stale)
    return holdErrors.make('hold.rate_stale', { details: { rate_date: result.rate_stale } })
  if (result.team_limit_left !== undefined) {
    const left = result.team_limit_left
    return holdErrors.make('hold.team_limit_exceeded', {
      title: `Your team can hold ${limit} tickets at once. ${left === 0 ? 'The limit is reached' : `${left} more can be held now`}`,
      details: { limit, left },
    })
  }
  const rejectedLines = new Map((result.rejected ?? []).map((line) => [line.listing_id, line]))
  const lines = items.flatMap(({ listingId }, index) => {
    const line = rejectedLines.get(listingId)
    return line ? [{ index, ...line, title: lineTitle(line, config.holdCooldown) }] : []
  })
  const [first] = lines
  return holdErrors.make('hold.rejected', {
    ...(first?.title !== undefined && { title: first.title }),
    details: { lines },
  })
}

/** The message for a rejected line. A wait is given in minutes, because a time of day would need a time zone. */
function lineTitle(
  { code, retry_at: retryAt }: { code: HoldLineCode; retry_at?: string },
  cooldown: HoldCooldown | null,
): string {
  if (retryAt === undefined || !cooldown) return holdLineErrors[code]
  const minutes = Math.max(1, Math.ceil((Date.parse(retryAt) - Date.now()) / 60_000))
  const times =
    cooldown.afterHolds === 1 ? 'once' : cooldown.afterHolds === 2 ? 'twice' : `${cooldown.afterHolds} times`
  return `Your team has held these tickets ${times} without buying them. You can hold them again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}
