import type { QuoteContact } from '#api/modules/quotes/index.ts'
import type { Client } from '../client.ts'
import type { ProposedDetails } from './proposal.ts'

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/**
 * What a linked quote adds to its client: what a visitor typed differently, or the address that a client without one
 * was written to. `null`: nothing.
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

/** A new client from a quote that belongs to none. What the broker typed comes first. `null`: no one is named. */
export function proposeClient(contact: QuoteContact): ProposedDetails | null {
  const { clientName, sentTo, responseName, responseEmail } = contact
  const name = clientName ?? responseName ?? ''
  const email = sentTo ?? responseEmail ?? ''
  if (name === '' && email === '') return null
  const isTypedByVisitor = (name !== '' && name !== clientName) || (email !== '' && email !== sentTo)
  return { source: isTypedByVisitor ? 'visitor' : 'broker', clientId: null, name, email }
}
