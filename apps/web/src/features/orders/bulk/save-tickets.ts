import type { QueryClient } from '@tanstack/react-query'
import type { WireOrder } from '@terrace/contracts/order-shapes'
import { ordersRoutes } from '@terrace/contracts/orders'
import type { WireTicketDelivery } from '@terrace/contracts/ticket-deliveries'
import { orderQuery } from '../queries.ts'
import { saveTicket } from '../ticket-file.ts'

/** The orders' tickets after their files were saved. */
export interface SavedTickets {
  /** Saved files. */
  files: number
  /** Tickets that are links, transfers or parcels. */
  withoutFile: number
}

/** Downloads every ticket file of these orders, one after the other. */
export async function saveTickets(
  queryClient: QueryClient,
  orders: readonly WireOrder[],
): Promise<SavedTickets> {
  const tickets: WireTicketDelivery[] = []
  for (const { id } of orders) {
    const order = await queryClient.fetchQuery({ ...orderQuery(id), staleTime: 0 })
    tickets.push(...order.lines.flatMap((line) => line.tickets))
  }
  const files = tickets.filter(({ kind }) => kind === 'file')
  try {
    for (const file of files) await saveTicket(file)
  } finally {
    // An open order shows how often each ticket was downloaded.
    void queryClient.invalidateQueries({ queryKey: [ordersRoutes.one.name] })
  }
  return { files: files.length, withoutFile: tickets.length - files.length }
}

/** '3 files downloaded. 2 tickets have a link or reference instead: open the order.' */
export function savedTicketsText({ files, withoutFile }: SavedTickets): string {
  const others =
    withoutFile === 0
      ? ''
      : `${withoutFile === 1 ? '1 ticket has' : `${withoutFile} tickets have`} a link or reference instead: open the order.`
  const saved = files === 0 ? '' : `${files === 1 ? '1 file' : `${files} files`} downloaded.`
  return [saved, others].filter(Boolean).join(' ') || 'No ticket has been delivered yet.'
}
