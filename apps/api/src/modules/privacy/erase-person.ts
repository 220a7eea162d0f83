import { formatCount } from '@terrace/domain/tickets/format-count'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import {
  deleteContacts,
  deleteListed,
  deleteResetRequests,
  eraseAttendees,
  eraseQuotes,
  pseudonymiseOrders,
} from './erase-person.repo.ts'
import { findPerson, reasonsToKeep, type PersonRecords } from './find-person.ts'
import { lockOrders } from './person-records.repo.ts'
import { privacyErrors } from './privacy.errors.ts'

/** What an erasure does, in the operator's words. */
export interface ErasurePlan {
  goes: string[]
  stays: string[]
  /** Why nothing can be erased yet; empty if it can. */
  refusals: string[]
}

interface PrivacyDeps {
  db: Db
  fieldCipher: FieldCipher
}

/** What {@link erasePerson} would do now; changes nothing. */
export async function planErasure({ db, fieldCipher }: PrivacyDeps, email: string): Promise<ErasurePlan> {
  return planOf(await findPerson(db, fieldCipher, email))
}

/**
 * Erases an end customer without an account. Orders and invoices stay with a pseudonym.
 * @throws `privacy.still_needed` with every reason, for example an order that is not delivered
 */
export async function erasePerson(
  { db, fieldCipher }: PrivacyDeps,
  { email, caller }: { email: string; caller: Caller },
): Promise<ErasurePlan> {
  return inTransaction(db, async (tx) => {
    const before = await findPerson(tx, fieldCipher, email)
    await lockOrders(
      tx,
      before.orders.map(({ id }) => id),
    )
    // Read again: an order may have changed while this waited for its lock.
    const person = await findPerson(tx, fieldCipher, email)
    const plan = planOf(person)
    if (plan.refusals.length > 0)
      throw privacyErrors.make('privacy.still_needed', {
        title: `Nothing was erased: ${plan.refusals.join('; ')}`,
        details: { reasons: plan.refusals },
      })
    await erase(tx, fieldCipher, person)
    await recordSecurityEvents(tx, {
      kind: 'privacy.person_erased',
      caller,
      details: { records: countOf(person), orders_kept: person.orders.length },
    })
    return plan
  })
}

async function erase(tx: Tx, fieldCipher: FieldCipher, person: PersonRecords): Promise<void> {
  await pseudonymiseOrders(
    tx,
    person.orders.map(({ id }) => id),
  )
  await eraseQuotes(
    tx,
    person.quotes.map(({ id }) => id),
  )
  for (const list of ['client_proposals', 'saved_people', 'clients'] as const)
    await deleteListed(
      tx,
      list,
      person.lists[list].map(({ id }) => id),
    )
  for (const group of person.attendees) await eraseAttendees(tx, fieldCipher, group)
  await deleteContacts(tx, person.contacts)
  await deleteResetRequests(tx, person.email)
  await recordEvents(
    tx,
    person.quotes.map(({ id, teamId }) => ({
      topic: 'quote.changed' as const,
      subject: id,
      payload: { quoteId: id, teamId },
    })),
  )
}

function planOf(person: PersonRecords): ErasurePlan {
  const { accounts, lists, attendees, contacts, quotes, quoteEmails, orders, openPayments } = person
  const counted = (count: number, what: string) => (count === 0 ? [] : [`${formatCount(count)} × ${what}`])
  return {
    goes: [
      ...counted(lists.clients.length, 'entry in a client book'),
      ...counted(lists.client_proposals.length, 'proposal for a client book'),
      ...counted(lists.saved_people.length, 'saved attendee'),
      ...counted(attendees.length, 'order line or checkout form with the person as attendee'),
      ...counted(contacts.length, 'contact in a checkout form'),
      ...counted(quotes.length, 'name, answer and address on a quote'),
      ...counted(quoteEmails.length, 'record of an emailed quote'),
      ...counted(orders.length, 'name and contact details on an order'),
    ],
    stays: [
      ...orders.map(({ number }) => `order ${number} with its invoice, under a pseudonym: tax law`),
      ...counted(quotes.length, 'quote without the person: the broker’s record of prices'),
      ...(orders.length + quotes.length > 0
        ? ['titles, references and internal notes that brokers typed: check them by hand']
        : []),
      'the security audit log, which has no names or addresses of end customers',
    ],
    refusals: [
      ...accounts.map(
        ({ username, status }) =>
          `the address belongs to the account ${username} (${status}); close it first`,
      ),
      ...counted(openPayments, 'payment in progress'),
      ...orders.flatMap(reasonsToKeep),
    ],
  }
}

function countOf({ lists, attendees, contacts, quotes, quoteEmails }: PersonRecords): number {
  const listed = lists.clients.length + lists.client_proposals.length + lists.saved_people.length
  return listed + attendees.length + contacts.length + quotes.length + quoteEmails.length
}
