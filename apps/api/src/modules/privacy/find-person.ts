import type { DbOrTx } from '#api/db/transaction.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import {
  findAttendees,
  findContacts,
  findListed,
  type AttendeeGroup,
  type ListedPerson,
  type PersonList,
} from './encrypted-people.repo.ts'
import {
  countOpenPayments,
  findOpenAccounts,
  findOrders,
  findQuoteEmails,
  findQuotes,
  type AccountOfPerson,
  type OrderOfPerson,
  type QuoteOfPerson,
  type SentQuote,
} from './person-records.repo.ts'

/** Everything that Terrace has about an end customer with this email address. */
export interface PersonRecords {
  email: string
  accounts: AccountOfPerson[]
  lists: Record<PersonList, ListedPerson[]>
  attendees: AttendeeGroup[]
  /** Teams with the address in their checkout form. */
  contacts: string[]
  quotes: QuoteOfPerson[]
  quoteEmails: SentQuote[]
  orders: OrderOfPerson[]
  openPayments: number
}

export async function findPerson(db: DbOrTx, cipher: FieldCipher, email: string): Promise<PersonRecords> {
  const lists = {
    clients: await findListed(db, cipher, { list: 'clients', email }),
    client_proposals: await findListed(db, cipher, { list: 'client_proposals', email }),
    saved_people: await findListed(db, cipher, { list: 'saved_people', email }),
  }
  const attendees = await findAttendees(db, cipher, email)
  const clientIds = lists.clients.map(({ id }) => id)
  // Payments before orders: a payment that ends in between is found as an order.
  const openPayments = await countOpenPayments(db, { email, clientIds })
  const orderIds = attendees.flatMap(({ key }) => ('orderId' in key ? [key.orderId] : []))
  return {
    email,
    accounts: await findOpenAccounts(db, email),
    lists,
    attendees,
    contacts: await findContacts(db, cipher, email),
    quotes: await findQuotes(db, { email, clientIds }),
    quoteEmails: await findQuoteEmails(db, email),
    orders: await findOrders(db, { email, clientIds, orderIds }),
    openPayments,
  }
}

/** Why an order cannot lose its personal data yet; empty if it can. */
export function reasonsToKeep({ number, isDelivered, isEventOver, hasOpenDispute }: OrderOfPerson): string[] {
  return [
    ...(isDelivered ? [] : [`order ${number} is not delivered`]),
    ...(isEventOver ? [] : [`the event of order ${number} is not over`]),
    ...(hasOpenDispute ? [`order ${number} has an open dispute or refund`] : []),
  ]
}
