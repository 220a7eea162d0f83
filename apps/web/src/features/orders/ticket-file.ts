import type { WireTicketDelivery } from '@terrace/contracts/ticket-deliveries'
import { ticketsRoutes } from '@terrace/contracts/tickets'
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

/**
 * Opens the link of a mobile ticket in a new tab, without access to this page. Returns the link if the browser blocks
 * the tab. Call it in the click handler, as {@link viewTicket}.
 */
export async function openTicketLink({ id }: WireTicketDelivery): Promise<string | undefined> {
  const tab = window.open('', '_blank')
  try {
    const { url } = (await call(ticketsRoutes.openLink, { params: { ticket_id: id } })).data
    // Allow `https` only: a `javascript:` link would run in this page.
    if (!url.startsWith('https://')) throw new Error(`a ticket has the link ${url}`)
    if (!tab || tab.closed) return url
    tab.opener = null
    tab.location.replace(url)
    return undefined
  } catch (error) {
    tab?.close()
    throw error
  }
}

/** Downloads the file, or hands it to a wallet, with its name and type. */
export async function saveTicket(ticket: WireTicketDelivery): Promise<void> {
  const { data } = await call(ticketsRoutes.downloadLink, { params: { ticket_id: ticket.id } })
  saveBlob(await fetchFile(data.path), ticket.name ?? 'ticket')
}
