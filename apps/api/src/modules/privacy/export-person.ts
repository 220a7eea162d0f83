import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import { findPerson } from './find-person.ts'

/** What Terrace has about an end customer, for the reply to a request; the person's own data only. */
export async function exportPerson(
  { db, fieldCipher }: { db: Db; fieldCipher: FieldCipher },
  { email, caller }: { email: string; caller: Caller },
): Promise<Record<string, unknown>> {
  const person = await findPerson(db, fieldCipher, email)
  await recordSecurityEvents(db, { kind: 'privacy.person_exported', caller, details: {} })
  const { lists } = person
  return {
    email_address: email,
    accounts: person.accounts.map(({ username, status }) => ({ username, status })),
    client_records: lists.clients.map(({ details }) => details),
    proposed_client_records: lists.client_proposals.map(({ details }) => details),
    saved_attendee_records: lists.saved_people.map(({ details }) => details),
    attendee_details: person.attendees.flatMap(({ attendees, positions }) =>
      positions.map((at) => attendees[at]),
    ),
    checkout_contacts: person.contacts.length,
    quotes: person.quotes.map((quote) => ({
      title: quote.title,
      client_name: quote.clientName,
      // Someone else may have responded to a quote that was sent to the person.
      ...(quote.responseEmail?.toLowerCase() === email.toLowerCase() && {
        answered_as: quote.responseName,
        answered_at: quote.respondedAt,
        reason: quote.responseReason,
      }),
      answers: quote.responses.map(({ at, event, name }) => ({ at, answer: event, answered_as: name })),
    })),
    emailed_quotes: person.quoteEmails.map(({ message, requestedAt }) => ({ sent_at: requestedAt, message })),
    orders: person.orders.map((order) => ({
      number: order.number,
      placed_at: order.placedAt,
      client_name: order.clientName,
      ...(order.email.toLowerCase() === email.toLowerCase() && { email: order.email, phone: order.phone }),
    })),
  }
}
