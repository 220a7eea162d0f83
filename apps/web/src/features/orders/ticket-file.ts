import { ticketsRoutes, type WireTicketDelivery } from '@terrace/contracts/tickets'
import { call, fetchFile } from '#web/lib/http/api-client.ts'
import { openFile, type ViewableType } from '#web/lib/open-pdf.ts'
import { saveBlob } from '#web/lib/save-as.ts'

/** The type a browser can show, or `null` for wallet passes and tickets without a file. */
export function viewableType({ content_type }: WireTicketDelivery): ViewableType | null {
  return content_type === null || content_type === 'application/vnd.apple.pkpass' ? null : content_type
}

/** Opens the file in a new tab. Call it in the click handler, or the browser blocks the tab. */
export async function viewTicket(ticket: WireTicketDelivery): Promise<void> {
  const type = viewableType(ticket)
  if (type === null) return
  const params = { ticket_id: ticket.id }
  await openFile(type, async () => (await call(ticketsRoutes.file, { params })).data)
}

/** Downloads the file, or hands it to a wallet, with its name and type. */
export async function saveTicket(ticket: WireTicketDelivery): Promise<void> {
  const { data } = await call(ticketsRoutes.downloadLink, { params: { ticket_id: ticket.id } })
  saveBlob(await fetchFile(data.path), ticket.name ?? 'ticket')
}
