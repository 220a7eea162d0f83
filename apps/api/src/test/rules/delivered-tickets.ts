import { ordersRoutes } from '@terrace/contracts/orders'
import type { DeliveredItemKind } from '@terrace/contracts/ticket-deliveries'
import { deliverTickets } from '#api/modules/orders/index.ts'
import type { Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { pdfFile } from '#api/test/fixtures/ticket-files.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import type { TeamRecords } from './team-records.ts'

/** Delivers a file and a mobile link for the only line of the order, which has two tickets. */
export async function deliveredTickets(
  market: Marketplace,
  owner: Caller,
  orderId: string,
  lineId: string,
): Promise<Pick<TeamRecords, 'ticketId' | 'mobileTicketId'>> {
  const actor = 'operator:anna'
  const files = { kind: 'files' as const, files: [{ name: 'seat.pdf', bytes: pdfFile() }] }
  const link = { kind: 'mobile_link' as const, url: 'https://tickets.example/1' }
  await deliverTickets(market.deps, { lineId, delivery: files, ticketNumber: 1, actor })
  await deliverTickets(market.deps, { lineId, delivery: link, ticketNumber: 2, actor })
  const { data } = await owner.call(ordersRoutes.one, { params: { order_id: orderId } })
  const idOf = (kind: DeliveredItemKind) =>
    data.data.lines[0]?.tickets.find((ticket) => ticket.kind === kind)?.id ?? 'none'
  return { ticketId: idOf('file'), mobileTicketId: idOf('mobile_link') }
}
