import type { QuoteContact } from '#api/modules/quotes/index.ts'
import type { Client } from '../client.ts'
import type { ProposedDetails } from './proposal.ts'

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/**
 * Details that a linked quote adds to its client: a name or address that a visitor typed differently, or the address
 * used for a client without one. `null` when there are none.
 */
export function proposeChange(contact: QuoteContact, client: Client): ProposedDetails | null {
  const { responseName, responseEmail, sentTo } = contact
  const typedName = responseName ?? ''
  const typedEmail = responseEmail ?? ''
  const name = typedName !== '' && ![client.name, client.company].some((known) => isSame(known, typedName))
  const email = typedEmail !== '' && !isSame(client.email, typedEmail)
  if (name || email)
    return {
      source: 'visitor',
      clientId: client.id,
      name: name ? typedName : '',
      email: email ? typedEmail : '',
    }
  if (client.email === '' && sentTo !== null)
    return { source: 'broker', clientId: client.id, name: '', email: sentTo }
  return null
}

/**
 * Details of a new client from a quote without one; the broker's entries take precedence. `null` when no one is named.
 */
export function proposeClient(contact: QuoteContact): ProposedDetails | null {
  const { clientName, sentTo, responseName, responseEmail } = contact
  const name = clientName ?? responseName ?? ''
  const email = sentTo ?? responseEmail ?? ''
  if (name === '' && email === '') return null
  const isTypedByVisitor = (name !== '' && name !== clientName) || (email !== '' && email !== sentTo)
  return { source: isTypedByVisitor ? 'visitor' : 'broker', clientId: null, name, email }
}
