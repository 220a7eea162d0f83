import type { WireClient, WireClientProposal } from '@terrace/contracts/clients'
import type { Commission } from '@terrace/domain/money/commission'
import { currencyExponent } from '@terrace/domain/money/currencies'
import { toDecimal } from '@terrace/domain/money/money'
import { isUnused } from './client-usage.ts'
import type { Client } from './client.ts'
import type { ClientProposal } from './linking/proposal.ts'

export function presentClient(client: Client, now: Date): WireClient {
  const { commission } = client
  return {
    id: client.id,
    name: client.name,
    company: client.company,
    email: client.email,
    phone: client.phone,
    language: client.language ?? '',
    currency: client.currency ?? '',
    commission_method: commission?.method ?? 'percentage',
    commission_amount: commission ? presentCommission(commission) : '',
    notes: client.notes,
    version: client.version,
    created_at: client.createdAt.toISOString(),
    updated_at: client.updatedAt.toISOString(),
    last_used_at: client.lastUsedAt.toISOString(),
    is_unused: isUnused(client, now),
  }
}

/** A decimal amount in the client's currency, or a percentage. */
export function presentCommission(commission: Commission): string {
  return commission.method === 'fixed'
    ? toDecimal(commission.amount.minor, currencyExponent(commission.amount.currency))
    : toDecimal(commission.basisPoints, 2)
}

export function presentProposal({
  proposal,
  client,
}: {
  proposal: ClientProposal & { quoteTitle: string; orderNumber: string }
  client: Client | undefined
}): WireClientProposal {
  return {
    id: proposal.id,
    source: proposal.source,
    client: client ? { id: client.id, name: client.name, email: client.email } : null,
    name: proposal.name,
    email: proposal.email,
    quote: proposal.quoteId === null ? null : { id: proposal.quoteId, title: proposal.quoteTitle },
    order: proposal.orderId === null ? null : { id: proposal.orderId, number: proposal.orderNumber },
    proposed_at: proposal.proposedAt.toISOString(),
  }
}
