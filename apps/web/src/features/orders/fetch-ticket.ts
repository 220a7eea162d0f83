import { ticketsRoutes, type WireTicket } from '@terrace/contracts/tickets'
import { call } from '#web/lib/api-client.ts'
import { env } from '#web/lib/env.ts'
import { leaveTo } from '#web/lib/navigation.ts'
import { openFile, type ViewableType } from '#web/lib/open-pdf.ts'

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

/** Has the file saved, or taken by a wallet, from an address that serves it for a minute; this page stays. */
export async function saveTicket(ticket: WireTicket): Promise<void> {
  const { data } = await call(ticketsRoutes.address, { params: { ticket_id: ticket.id } })
  leaveTo(env().api_base.replace(/\/$/, '') + data.path)
}
