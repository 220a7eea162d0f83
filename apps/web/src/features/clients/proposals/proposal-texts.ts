import type { WireClientProposal } from '@terrace/contracts/clients'

interface ProposalTexts {
  /** The proposed change. */
  subject: string
  /** Label of the button that applies it. */
  action: string
  /** Where the details come from. */
  source: string
  isTypedByVisitor: boolean
}

export function proposalTexts({
  client,
  name,
  email,
  quote,
  order,
  source,
}: WireClientProposal): ProposalTexts {
  const from = {
    source: quote ? `From the quote “${quote.title}”` : `From order ${order?.number}`,
    isTypedByVisitor: source === 'visitor',
  }
  if (!client) return { ...from, subject: named(name, email), action: 'Add client' }
  if (name === '' && email.toLowerCase() === client.email.toLowerCase())
    return {
      ...from,
      subject: `This quote may be for ${named(client.name, client.email)}`,
      action: 'Link quote',
    }
  const changes = [
    ...(name === '' ? [] : [`name ${name}`]),
    ...(email === '' ? [] : [`email ${email}${client.email === '' ? '' : ` instead of ${client.email}`}`]),
  ]
  return { ...from, subject: `${client.name}: ${changes.join(', ')}`, action: 'Update client' }
}

const named = (name: string, email: string): string => [name, email].filter((text) => text !== '').join(', ')
