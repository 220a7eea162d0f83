import type { AttendeeDetails } from '@terrace/domain/people/attendee-details'
import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import type { AttendeeGroup, PersonList } from './encrypted-people.repo.ts'

export async function deleteListed(tx: Tx, list: PersonList, ids: readonly string[]): Promise<void> {
  await sql`delete from ${sql.table(list)} where id = any(${ids}::text[])`.execute(tx)
}

export async function deleteContacts(tx: Tx, teamIds: readonly string[]): Promise<void> {
  await sql`delete from checkout_contacts where team_id = any(${teamIds}::text[])`.execute(tx)
}

/** Empties the details of the person; the tickets of others keep their places. */
export async function eraseAttendees(tx: Tx, cipher: FieldCipher, group: AttendeeGroup): Promise<void> {
  const attendees = group.attendees.map((attendee, at): AttendeeDetails =>
    group.positions.includes(at) ? {} : attendee,
  )
  const text = JSON.stringify(attendees)
  const { key } = group
  if ('lineId' in key)
    await tx
      .updateTable('order_lines')
      .set({ attendees: cipher.encrypt(text, encryptionContexts.orderLineAttendees(key.lineId)) })
      .where('id', '=', key.lineId)
      .execute()
  else
    await tx
      .updateTable('checkout_drafts')
      .set({ ciphertext: cipher.encrypt(text, encryptionContexts.checkoutDraft(key.teamId, key.listingId)) })
      .where('team_id', '=', key.teamId)
      .where('listing_id', '=', key.listingId)
      .execute()
}

/** Removes the clients' names, responses and addresses from quotes, their history and notifications about them. */
export async function eraseQuotes(tx: Tx, quoteIds: readonly string[]): Promise<void> {
  const ids = sql`any(${quoteIds}::text[])`
  await sql`
    update quotes set client_name = null, response_name = null, response_email = null, response_reason = null
    where id = ${ids}`.execute(tx)
  await sql`
    update quote_history set actor_name = null, reason = null, details = details - 'email'
    where quote_id = ${ids} and (actor_name is not null or reason is not null or details ? 'email')
      and (account_id is null or event = 'sent')`.execute(tx)
  await sql`delete from quote_emails where quote_id = ${ids}`.execute(tx)
  await sql`
    delete from notifications
    where link = any(select '/profile?tab=quotes&quote=' || id from unnest(${quoteIds}::text[]) id)`.execute(
    tx,
  )
}

/** Replaces contact details and the client's name in orders; amounts, tickets and numbers stay. */
export async function pseudonymiseOrders(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const ids = sql`any(${orderIds}::text[])`
  await sql`
    update orders set email = 'erased@erased.invalid', phone = '', client_name = null, client_id = null,
      search_text = case when client_name is null then search_text
        else replace(search_text, lower(regexp_replace(normalize(client_name, nfd), '[\u0300-\u036f]', '', 'g')), '') end
    where id = ${ids}`.execute(tx)
  await sql`
    update checkout_attempts a set email = 'erased@erased.invalid', phone = '', client_name = null
    from orders o where o.attempt_id = a.id and o.id = ${ids} and not a.is_open`.execute(tx)
  await sql`delete from order_changes where order_id = ${ids} and field = 'client'`.execute(tx)
}

export async function deleteResetRequests(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('password_resets').where('email_key', '=', email.toLowerCase()).execute()
}
