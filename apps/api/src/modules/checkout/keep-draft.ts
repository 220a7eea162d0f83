import type { BodyOf } from '@terrace/contracts/route'
import type { checkoutDraftRoutes, WireCheckoutDraft } from '@terrace/contracts/checkout-draft'
import { strayDetails } from '@terrace/domain/attendee-details'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { invalidInput } from '../../shared/app-error.ts'
import type { Sealer } from '../../shared/sealed-text.ts'
import { readNeedsOfHeld } from '../holds/index.ts'
import { forgetListing, keepContact, keepListing, readDraft } from './checkout-drafts.repo.ts'
import { checkoutErrors } from './checkout.errors.ts'
import { refuseCardNumbers } from './refuse-card-numbers.ts'

interface DraftDeps {
  db: Db
  sealer: Sealer
}

/**
 * Keeps what a team has filled in at the checkout, field by field, as it stands. Only for listings that the team holds or has held, since a
 * draft outlives its hold, and not for what it has bought since; and only what their tickets ask for.
 */
export async function keepDraft(
  { db, sealer }: DraftDeps,
  teamId: string,
  body: BodyOf<typeof checkoutDraftRoutes.keep>,
): Promise<void> {
  const { email_address: email, contact_number: phone, listings = [] } = body
  refuseCardNumbers({ email, phone, field: 'listings', lines: listings })
  await inTransaction(db, async (tx) => {
    const needs = await readNeedsOfHeld(
      tx,
      teamId,
      listings.map((listing) => listing.listing_id),
    )
    const fields = new Map<string, string[]>()
    for (const [index, { listing_id, attendees }] of listings.entries()) {
      const asks = needs.get(listing_id)
      if (!asks) throw checkoutErrors.make('checkout.draft_not_held', { details: { index, listing_id } })
      for (const { path, text } of strayDetails(attendees, asks))
        fields.set(`listings.${index}.attendees.${path}`, [text])
    }
    if (fields.size > 0) throw invalidInput(Object.fromEntries(fields))
    if (email !== undefined || phone !== undefined) await keepContact(tx, sealer, { teamId, email, phone })
    // In one order, so that two tabs that keep at once wait for each other and do not lock each other out.
    for (const { listing_id, attendees } of listings.toSorted((left, right) =>
      left.listing_id < right.listing_id ? -1 : 1,
    ))
      await (attendees.length === 0
        ? forgetListing(tx, teamId, listing_id)
        : keepListing(tx, sealer, { teamId, listingId: listing_id, attendees }))
    // Another device with the same form open takes it over.
    await recordEvents(tx, [{ topic: 'checkout.draft_kept', subject: teamId, payload: { teamId } }])
  })
}

export async function presentDraft({ db, sealer }: DraftDeps, teamId: string): Promise<WireCheckoutDraft> {
  const { contact, listings } = await readDraft(db, sealer, teamId)
  return {
    email_address: contact.email,
    contact_number: contact.phone,
    listings: listings.map(({ listingId, attendees }) => ({
      listing_id: listingId,
      attendees: [...attendees],
    })),
  }
}
