import type { BodyOf } from '@terrace/contracts/route'
import type { checkoutDraftRoutes, WireCheckoutDraft } from '@terrace/contracts/checkout-draft'
import { unrequestedDetails } from '@terrace/domain/people/attendee-details'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import { readAttendeeRequirements } from '#api/modules/holds/index.ts'
import { deleteListingDraft, saveContact, saveListingDraft, readDraft } from './checkout-drafts.repo.ts'
import { checkoutErrors } from '../checkout.errors.ts'
import { rejectCardNumbers } from '../cards/reject-card-numbers.ts'

interface DraftDeps {
  db: Db
  fieldCipher: FieldCipher
}

/**
 * Saves the checkout fields a team has filled in, valid or not. Drafts are accepted only for listings the team holds,
 * or has held and not bought since, because a draft outlives its hold. They contain only details the tickets require.
 */
export async function saveDraft(
  { db, fieldCipher }: DraftDeps,
  teamId: string,
  body: BodyOf<typeof checkoutDraftRoutes.save>,
): Promise<void> {
  const { email_address: email, contact_number: phone, listings = [] } = body
  rejectCardNumbers({ email, phone, field: 'listings', lines: listings })
  await inTransaction(db, async (tx) => {
    const needs = await readAttendeeRequirements(
      tx,
      teamId,
      listings.map((listing) => listing.listing_id),
    )
    const fields = new Map<string, string[]>()
    for (const [index, { listing_id, attendees }] of listings.entries()) {
      const listingNeeds = needs.get(listing_id)
      if (!listingNeeds)
        throw checkoutErrors.make('checkout.draft_not_held', { details: { index, listing_id } })
      for (const { path, text } of unrequestedDetails(attendees, listingNeeds))
        fields.set(`listings.${index}.attendees.${path}`, [text])
    }
    if (fields.size > 0) throw invalidInput(Object.fromEntries(fields))
    if (email !== undefined || phone !== undefined)
      await saveContact(tx, fieldCipher, { teamId, email, phone })
    // A fixed order prevents deadlocks between two tabs that save at the same time.
    for (const { listing_id, attendees } of listings.toSorted((left, right) =>
      left.listing_id < right.listing_id ? -1 : 1,
    ))
      await (attendees.length === 0
        ? deleteListingDraft(tx, teamId, listing_id)
        : saveListingDraft(tx, fieldCipher, { teamId, listingId: listing_id, attendees }))
    // Updates the form on the team's other devices.
    await recordEvents(tx, [{ topic: 'checkout.draft_saved', subject: teamId, payload: { teamId } }])
  })
}

export async function readWireDraft(
  { db, fieldCipher }: DraftDeps,
  teamId: string,
): Promise<WireCheckoutDraft> {
  const { contact, listings } = await readDraft(db, fieldCipher, teamId)
  return {
    email_address: contact.email,
    contact_number: contact.phone,
    listings: listings.map(({ listingId, attendees }) => ({
      listing_id: listingId,
      attendees: [...attendees],
    })),
  }
}
