import { ticketsRoutes, type WireTicket } from '@terrace/contracts/tickets'
import { call, fetchFile } from '#web/lib/api-client.ts'
import { openFile, type ViewableType } from '#web/lib/open-pdf.ts'
import { saveBlob } from '#web/lib/save-as.ts'

/** As what a browser shows the file; null for one that belongs to a wallet, and for what is no file. */
export function viewableType({ content_type }: WireTicket): ViewableType | null {
  return content_type === null || content_type === 'application/vnd.apple.pkpass' ? null : content_type
}

/** Opens the file in a tab of its own. To be called in the press itself. */
export async function viewTicket(ticket: WireTicket): Promise<void> {
  const type = viewableType(ticket)
  if (type === null) return
  const params = { ticket_id: ticket.id }
  await openFile(type, async () => (await call(ticketsRoutes.file, { params })).data)
}

/** Saves the file, or hands it to a wallet, under its name and with its type; this page stays whatever becomes of it. */
export async function saveTicket(ticket: WireTicket): Promise<void> {
  const { data } = await call(ticketsRoutes.address, { params: { ticket_id: ticket.id } })
  saveBlob(await fetchFile(data.path), ticket.name ?? 'ticket')
}
