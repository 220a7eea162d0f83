import { mergeDetails, isBlank, type AttendeeDetails } from '@terrace/domain/people/attendee-details'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'

/** Checkout details a team has filled in so far, valid or not. */
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
  /** In ticket order. */
  attendees: readonly AttendeeDetails[]
}

const now = sql<Date>`clock_timestamp()`

/** Returns the draft without details that cannot be decrypted; the team can fill them in again. */
export async function readDraft(
  db: DbOrTx,
  fieldCipher: FieldCipher,
  teamId: string,
): Promise<CheckoutDraft> {
  const rows = await db
    .selectFrom('checkout_drafts')
    .select(['listing_id', 'ciphertext'])
    .where('team_id', '=', teamId)
    .orderBy('listing_id')
    .execute()
  return {
    contact: await readContact(db, fieldCipher, teamId),
    listings: rows
      .map(({ listing_id: listingId, ciphertext }) => ({
        listingId,
        attendees: decryptAttendees(fieldCipher, { teamId, listingId, ciphertext }),
      }))
      .filter(({ attendees }) => attendees.length > 0),
  }
}

interface EncryptedListing {
  teamId: string
  listingId: string
  ciphertext: Buffer
}

function encryptAttendees(
  fieldCipher: FieldCipher,
  { teamId, listingId, attendees }: DraftListing & { teamId: string },
): Buffer {
  return fieldCipher.encrypt(JSON.stringify(attendees), encryptionContexts.checkoutDraft(teamId, listingId))
}

function decryptAttendees(
  fieldCipher: FieldCipher,
  { teamId, listingId, ciphertext }: EncryptedListing,
): AttendeeDetails[] {
  const text = fieldCipher.tryDecrypt(ciphertext, encryptionContexts.checkoutDraft(teamId, listingId))
  // Safe cast: only `encryptAttendees` writes data with this context.
  return text ? (JSON.parse(text) as AttendeeDetails[]) : []
}

async function readContact(db: DbOrTx, fieldCipher: FieldCipher, teamId: string): Promise<DraftContact> {
  const row = await db
    .selectFrom('checkout_contacts')
    .select('ciphertext')
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return row ? decryptContact(fieldCipher, teamId, row.ciphertext) : {}
}

function encryptContact(fieldCipher: FieldCipher, teamId: string, contact: DraftContact): Buffer {
  return fieldCipher.encrypt(JSON.stringify(contact), encryptionContexts.checkoutContact(teamId))
}

function decryptContact(fieldCipher: FieldCipher, teamId: string, ciphertext: Buffer): DraftContact {
  const text = fieldCipher.tryDecrypt(ciphertext, encryptionContexts.checkoutContact(teamId))
  // Safe cast: only `encryptContact` writes data with this context.
  return text ? (JSON.parse(text) as DraftContact) : {}
}

/** Saves the given fields. An empty string deletes a field; `undefined` leaves it unchanged. */
export async function saveContact(
  tx: Tx,
  fieldCipher: FieldCipher,
  { teamId, ...changes }: DraftContact & { teamId: string },
): Promise<void> {
  // The upsert locks the row before it is read, so that concurrent saves of two devices merge.
  const row = await tx
    .insertInto('checkout_contacts')
    .values({ team_id: teamId, ciphertext: encryptContact(fieldCipher, teamId, {}) })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet({ updated_at: now }))
    .returning('ciphertext')
    .executeTakeFirstOrThrow()
  const saved = decryptContact(fieldCipher, teamId, row.ciphertext)
  const contact: DraftContact = {
    email: (changes.email ?? saved.email) || undefined,
    phone: (changes.phone ?? saved.phone) || undefined,
  }
  await tx
    .updateTable('checkout_contacts')
    .set({ ciphertext: encryptContact(fieldCipher, teamId, contact) })
    .where('team_id', '=', teamId)
    .execute()
}

/** Saves the given details per ticket. An empty string deletes a detail; `undefined` leaves it unchanged. */
export async function saveListingDraft(
  tx: Tx,
  fieldCipher: FieldCipher,
  { teamId, listingId, attendees: changes }: DraftListing & { teamId: string },
): Promise<void> {
  // Locks the row before it is read, as above.
  const row = await tx
    .insertInto('checkout_drafts')
    .values({
      team_id: teamId,
      listing_id: listingId,
      ciphertext: encryptAttendees(fieldCipher, { teamId, listingId, attendees: [] }),
    })
    .onConflict((conflict) => conflict.columns(['team_id', 'listing_id']).doUpdateSet({ updated_at: now }))
    .returning('ciphertext')
    .executeTakeFirstOrThrow()
  const saved = decryptAttendees(fieldCipher, { teamId, listingId, ciphertext: row.ciphertext })
  const tickets = Array.from({ length: Math.max(saved.length, changes.length) }, (_, ticket) =>
    mergeDetails(saved[ticket] ?? {}, changes[ticket] ?? {}),
  )
  const attendees = tickets.slice(0, tickets.findLastIndex((details) => !isBlank(details)) + 1)
  if (attendees.length === 0) return deleteListingDraft(tx, teamId, listingId)
  await tx
    .updateTable('checkout_drafts')
    .set({ ciphertext: encryptAttendees(fieldCipher, { teamId, listingId, attendees }) })
    .where('team_id', '=', teamId)
    .where('listing_id', '=', listingId)
    .execute()
}

/** Deletes the drafts of bought listings and the team's contact. */
export async function deleteDraft(tx: Tx, teamId: string, listingIds: readonly string[]): Promise<void> {
  // One statement, because every purchase runs it and few have a draft.
  await sql`
    with deleted_drafts as (delete from checkout_drafts where team_id = ${teamId} and listing_id = any(${listingIds}))
    delete from checkout_contacts where team_id = ${teamId}`.execute(tx)
}

export async function deleteListingDraft(tx: Tx, teamId: string, listingId: string): Promise<void> {
  await tx
    .deleteFrom('checkout_drafts')
    .where('team_id', '=', teamId)
    .where('listing_id', '=', listingId)
    .execute()
}
