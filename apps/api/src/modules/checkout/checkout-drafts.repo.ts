import { changedDetails, isBlank, type AttendeeDetails } from '@terrace/domain/attendee-details'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transaction.ts'
import type { Sealer } from '../../shared/sealed-text.ts'

/** What a team has filled in at the checkout so far, right or not yet. */
export interface CheckoutDraft {
  contact: DraftContact
  listings: DraftListing[]
}

export interface DraftContact {
  email?: string | undefined
  phone?: string | undefined
}

export interface DraftListing {
  listingId: string
  /** In the order of the tickets. */
  attendees: readonly AttendeeDetails[]
}

const contactContext = (teamId: string) => `checkout_contacts:${teamId}`
const listingContext = (teamId: string, listingId: string) => `checkout_drafts:${teamId}:${listingId}`
const now = sql<Date>`clock_timestamp()`

/** Without what does not open any more: it can be filled in again. */
export async function readDraft(db: Reader, sealer: Sealer, teamId: string): Promise<CheckoutDraft> {
  const rows = await db
    .selectFrom('checkout_drafts')
    .select(['listing_id', 'sealed'])
    .where('team_id', '=', teamId)
    .orderBy('listing_id')
    .execute()
  return {
    contact: await readContact(db, sealer, teamId),
    listings: rows
      .map(({ listing_id: listingId, sealed }) => ({
        listingId,
        attendees: openAttendees(sealer, { teamId, listingId, sealed }),
      }))
      .filter(({ attendees }) => attendees.length > 0),
  }
}

interface SealedListing {
  teamId: string
  listingId: string
  sealed: Buffer
}

function sealAttendees(
  sealer: Sealer,
  { teamId, listingId, attendees }: DraftListing & { teamId: string },
): Buffer {
  return sealer.seal(JSON.stringify(attendees), listingContext(teamId, listingId))
}

function openAttendees(sealer: Sealer, { teamId, listingId, sealed }: SealedListing): AttendeeDetails[] {
  const text = sealer.openIfWhole(sealed, listingContext(teamId, listingId))
  // Only sealAttendees seals for this context, and nothing else opens.
  return text ? (JSON.parse(text) as AttendeeDetails[]) : []
}

async function readContact(db: Reader, sealer: Sealer, teamId: string): Promise<DraftContact> {
  const row = await db
    .selectFrom('checkout_contacts')
    .select('sealed')
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return row ? openContact(sealer, teamId, row.sealed) : {}
}

function sealContact(sealer: Sealer, teamId: string, contact: DraftContact): Buffer {
  return sealer.seal(JSON.stringify(contact), contactContext(teamId))
}

function openContact(sealer: Sealer, teamId: string, sealed: Buffer): DraftContact {
  const text = sealer.openIfWhole(sealed, contactContext(teamId))
  // Only sealContact seals for this context, and nothing else opens.
  return text ? (JSON.parse(text) as DraftContact) : {}
}

/** Keeps what is given; an empty text is forgotten, and what is not given stays. */
export async function keepContact(
  tx: Tx,
  sealer: Sealer,
  { teamId, ...given }: DraftContact & { teamId: string },
): Promise<void> {
  // Locked before it is read, also where nothing was kept yet: of two devices the later must know what the earlier has kept.
  const row = await tx
    .insertInto('checkout_contacts')
    .values({ team_id: teamId, sealed: sealContact(sealer, teamId, {}) })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet({ updated_at: now }))
    .returning('sealed')
    .executeTakeFirstOrThrow()
  const known = openContact(sealer, teamId, row.sealed)
  const contact: DraftContact = {
    email: (given.email ?? known.email) || undefined,
    phone: (given.phone ?? known.phone) || undefined,
  }
  await tx
    .updateTable('checkout_contacts')
    .set({ sealed: sealContact(sealer, teamId, contact) })
    .where('team_id', '=', teamId)
    .execute()
}

/** Keeps the details that are given, ticket by ticket; an empty text is forgotten, and what is not given stays. */
export async function keepListing(
  tx: Tx,
  sealer: Sealer,
  { teamId, listingId, attendees: given }: DraftListing & { teamId: string },
): Promise<void> {
  // As with the contact: locked before it is read.
  const row = await tx
    .insertInto('checkout_drafts')
    .values({
      team_id: teamId,
      listing_id: listingId,
      sealed: sealAttendees(sealer, { teamId, listingId, attendees: [] }),
    })
    .onConflict((conflict) => conflict.columns(['team_id', 'listing_id']).doUpdateSet({ updated_at: now }))
    .returning('sealed')
    .executeTakeFirstOrThrow()
  const known = openAttendees(sealer, { teamId, listingId, sealed: row.sealed })
  const tickets = Array.from({ length: Math.max(known.length, given.length) }, (_, ticket) =>
    changedDetails(known[ticket] ?? {}, given[ticket] ?? {}),
  )
  const attendees = tickets.slice(0, tickets.findLastIndex((details) => !isBlank(details)) + 1)
  if (attendees.length === 0) return forgetListing(tx, teamId, listingId)
  await tx
    .updateTable('checkout_drafts')
    .set({ sealed: sealAttendees(sealer, { teamId, listingId, attendees }) })
    .where('team_id', '=', teamId)
    .where('listing_id', '=', listingId)
    .execute()
}

/** The tickets of these listings are bought: what was filled in for them is with the order now. */
export async function forgetDraft(tx: Tx, teamId: string, listingIds: readonly string[]): Promise<void> {
  // One step: every purchase goes this way, few have a draft.
  await sql`
    with forgotten as (delete from checkout_drafts where team_id = ${teamId} and listing_id = any(${listingIds}))
    delete from checkout_contacts where team_id = ${teamId}`.execute(tx)
}

export async function forgetListing(tx: Tx, teamId: string, listingId: string): Promise<void> {
  await tx
    .deleteFrom('checkout_drafts')
    .where('team_id', '=', teamId)
    .where('listing_id', '=', listingId)
    .execute()
}

/**
 * Forgets drafts of events that began more than 30 days ago, and contacts that nobody has touched for as long. Answers how
 * many.
 */
export async function forgetOldDrafts(db: Reader): Promise<number> {
  const drafts = await sql`
    delete from checkout_drafts d using listings l join events e on e.id = l.event_id
    where l.id = d.listing_id and e.starts_at < clock_timestamp() - interval '30 days'`.execute(db)
  const contacts = await sql`
    delete from checkout_contacts where updated_at < clock_timestamp() - interval '30 days'`.execute(db)
  return Number(drafts.numAffectedRows ?? 0) + Number(contacts.numAffectedRows ?? 0)
}
