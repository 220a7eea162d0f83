import type { ReactNode } from 'react'
import type { WireClient, WireClientOrder, WireClientQuote } from '@terrace/contracts/clients'
import { ClientActions } from './client-actions.tsx'
import { ClientAttributes } from './client-attributes.tsx'
import { ClientHistory } from './client-history.tsx'

export interface ClientStatuses {
  /** Status pills of the client's quotes and orders. */
  quoteStatus: (quote: WireClientQuote) => ReactNode
  orderStatus: (order: WireClientOrder) => ReactNode
}

interface ClientDetailProps extends ClientStatuses {
  client: WireClient
  /** The latest of them. */
  quotes: readonly WireClientQuote[]
  orders: readonly WireClientOrder[]
  quoteCount: number
  orderCount: number
  isOwner: boolean
  onDeleted: () => void
}

export function ClientDetail({ client, isOwner, onDeleted, ...history }: ClientDetailProps) {
  return (
    <>
      <ClientActions client={client} isOwner={isOwner} onDeleted={onDeleted} />
      <ClientAttributes client={client} />
      <ClientHistory clientId={client.id} {...history} />
    </>
  )
}
