import type { AttendeeDetails } from '@terrace/domain/people/attendee-details'
import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'

/** A person in a team's lists, found by the email address in the encrypted details. */
export interface ListedPerson {
  id: string
  teamId: string
  details: Record<string, unknown>
}

/** Encrypted lists of people with an email address each. */
export const personLists = {
  clients: encryptionContexts.clientDetails,
  client_proposals: encryptionContexts.clientProposal,
  saved_people: encryptionContexts.savedPerson,
} as const
export type PersonList = keyof typeof personLists

const pageSize = 1000

/** The entries of all teams with this address, ignoring case. Reads in pages, because only decryption finds them. */
export async function findListed(
  db: DbOrTx,
  cipher: FieldCipher,
  { list, email }: { list: PersonList; email: string },
): Promise<ListedPerson[]> {
  const found: ListedPerson[] = []
  for (let after = ''; ;) {
    const { rows } = await sql<{ id: string; teamId: string; bytes: Buffer }>`
      select id, team_id as "teamId", encrypted_details as bytes from ${sql.table(list)}
      where id > ${after} order by id limit ${pageSize}`.execute(db)
    for (const { id, teamId, bytes } of rows) {
      const details = decrypted(cipher, bytes, personLists[list](id))
      if (details && isSame(details['email'], email)) found.push({ id, teamId, details })
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return found
    after = last.id
  }
}

/** Attendees of one order line or draft, of which some have the address. */
export interface AttendeeGroup {
  /** Order line, or team and listing of a draft. */
  key: { lineId: string; orderId: string } | { teamId: string; listingId: string }
  attendees: AttendeeDetails[]
  /** Positions of the person. */
  positions: number[]
}

export async function findAttendees(
  db: DbOrTx,
  cipher: FieldCipher,
  email: string,
): Promise<AttendeeGroup[]> {
  const found: AttendeeGroup[] = []
  for (let after = ''; ;) {
    const { rows } = await sql<{ lineId: string; orderId: string; bytes: Buffer }>`
      select id as "lineId", order_id as "orderId", attendees as bytes from order_lines
      where attendees is not null and id > ${after} order by id limit ${pageSize}`.execute(db)
    for (const { bytes, ...key } of rows)
      add(
        found,
        { key, attendees: list(cipher, bytes, encryptionContexts.orderLineAttendees(key.lineId)) },
        email,
      )
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) break
    after = last.lineId
  }
  const { rows } = await sql<{ teamId: string; listingId: string; bytes: Buffer }>`
    select team_id as "teamId", listing_id as "listingId", ciphertext as bytes from checkout_drafts`.execute(
    db,
  )
  for (const { bytes, ...key } of rows)
    add(
      found,
      { key, attendees: list(cipher, bytes, encryptionContexts.checkoutDraft(key.teamId, key.listingId)) },
      email,
    )
  return found
}

/** Teams whose checkout form has this contact address. */
export async function findContacts(db: DbOrTx, cipher: FieldCipher, email: string): Promise<string[]> {
  const rows = await db.selectFrom('checkout_contacts').select(['team_id', 'ciphertext']).execute()
  return rows.flatMap(({ team_id: teamId, ciphertext }) =>
    isSame(decrypted(cipher, ciphertext, encryptionContexts.checkoutContact(teamId))?.['email'], email)
      ? [teamId]
      : [],
  )
}

function add(found: AttendeeGroup[], group: Omit<AttendeeGroup, 'positions'>, email: string): void {
  const positions = group.attendees.flatMap((attendee, at) => (isSame(attendee.email, email) ? [at] : []))
  if (positions.length > 0) found.push({ ...group, positions })
}

const isSame = (value: unknown, email: string): boolean =>
  typeof value === 'string' && value.trim().toLowerCase() === email.toLowerCase()

function decrypted(cipher: FieldCipher, bytes: Buffer, context: string): Record<string, unknown> | undefined {
  const text = cipher.tryDecrypt(bytes, context)
  // Only objects are encrypted for these contexts.
  return text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>)
}

function list(cipher: FieldCipher, bytes: Buffer, context: string): AttendeeDetails[] {
  const text = cipher.tryDecrypt(bytes, context)
  // Only attendee lists are encrypted for these contexts.
  return text === undefined ? [] : (JSON.parse(text) as AttendeeDetails[])
}
