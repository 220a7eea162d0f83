import type { Tx } from '#api/db/transaction.ts'
import type { Headroom } from '#api/modules/seller-accounts/index.ts'
import {
  liveValue,
  lockResaleRules,
  readResaleRefusals,
  refuseOverLimit,
  type ListingValues,
  type StoredListing,
  type ValueChange,
} from '#api/modules/supply/index.ts'

/** What a listing would offer from now on. */
export interface ProposedListing {
  id: string
  /** What is on sale now in its place. */
  from: StoredListing
  to: ListingValues
  sold: number
}

interface Refusal {
  code: string
  message: string
}

/**
 * Why listings may not be offered as proposed, by id: because of a resale rule or of the seller's limits. Listings that lower
 * the value on sale are counted first. The caller has locked the headroom before the listings.
 */
export async function refuseListings(
  tx: Tx,
  { teamId, headroom }: { teamId: string; headroom: Headroom | undefined },
  offers: readonly ProposedListing[],
): Promise<Map<string, Refusal>> {
  const active = offers.filter(({ to }) => to.status === 'active')
  await lockResaleRules(tx)
  const reasons = await readResaleRefusals(
    tx,
    active.map(({ to }) => ({
      teamId,
      eventId: to.event_id,
      priceMinor: to.price_minor,
      faceValueMinor: to.face_value_minor,
    })),
  )
  const refused = new Map<string, Refusal>()
  for (const [index, { id }] of active.entries()) {
    const reason = reasons[index] ?? null
    if (reason !== null) refused.set(id, { code: 'resale_refused', message: reason })
  }
  const changes = offers.filter(({ id }) => !refused.has(id)).map(valueChangeOf)
  const sorted = [...changes.filter(isDecrease), ...changes.filter((change) => !isDecrease(change))]
  for (const [id, problem] of await refuseOverLimit(headroom, sorted)) refused.set(id, problem)
  return refused
}

const isDecrease = ({ before, after }: ValueChange) =>
  before !== undefined && liveValue(after) <= liveValue(before)

function valueChangeOf({ id, from, to, sold }: ProposedListing): ValueChange {
  const liveOf = ({ status, price_minor: priceMinor, quantity }: ListingValues, ofSold: number) => ({
    status,
    priceMinor,
    quantity,
    sold: ofSold,
  })
  return {
    id,
    currency: to.currency,
    before: from.currency === to.currency ? liveOf(from, from.sold) : undefined,
    after: liveOf(to, sold),
  }
}
