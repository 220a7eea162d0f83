import type { Db } from '#api/db/client.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import type { HoldDetails } from '#api/modules/holds/index.ts'
import {
  findCheckoutQuoteBySlug,
  findCheckoutQuote,
  offersAnyOf,
  type CheckoutQuote,
} from '#api/modules/quotes/index.ts'

/** @throws 422 if the slug is not one of the team's quotes. */
export async function findRequestedQuote(
  db: Db,
  teamId: string,
  slug: string | undefined,
): Promise<CheckoutQuote | null> {
  if (slug === undefined) return null
  const quote = await findCheckoutQuoteBySlug(db, { teamId, slug })
  if (!quote) throw invalidInput({ quote_slug: ['must be one of your team’s quotes'] })
  return quote
}

/** Throws unless a hold was placed for the quote at its event, or the quote offers one of the tickets. */
export async function assertBelongsToQuote(
  db: Db,
  { id: quoteId, eventId }: CheckoutQuote,
  holds: readonly HoldDetails[],
): Promise<void> {
  if (holds.some((hold) => hold.quoteId === quoteId && hold.eventId === eventId)) return
  const listingIds = holds.map(({ listingId }) => listingId)
  const eventIds = holds.map(({ eventId }) => eventId)
  if (await offersAnyOf(db, quoteId, { listingIds, eventIds })) return
  throw invalidInput({ quote_slug: ['must be a quote that offers at least one of these tickets'] })
}

/** Returns the quote that all holds were placed for, if the purchase names none. */
export async function findQuoteOfHolds(
  db: Db,
  teamId: string,
  holds: readonly HoldDetails[],
): Promise<string | null> {
  const [ref, ...others] = new Set(holds.map(({ quoteId }) => quoteId))
  if (ref === undefined || ref === null || others.length > 0) return null
  const quote = await findCheckoutQuote(db, { teamId, id: ref })
  return quote && holds.some(({ eventId }) => eventId === quote.eventId) ? quote.id : null
}
