import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

/** What a seller handed over. Unlike the delivery type of a listing (`ticket_type`), which says how tickets will arrive. */
export const deliveredItemKinds = ['file', 'mobile_link', 'transfer', 'tracking'] as const
export type DeliveredItemKind = (typeof deliveredItemKinds)[number]

/**
 * One delivered file, link or reference: for one ticket of a line, or for all of them. Paths, the list `tickets` of a line
 * and the table `tickets` call it a ticket.
 */
export const wireTicketDelivery = z.object({
  id: z.string(),
  kind: z.enum(deliveredItemKinds),
  /** Ticket number within the line, starting at 1; `null` for the whole line. */
  ticket: z.nullable(z.int().check(z.positive())),
  /** Files only: name, content type and size in bytes. */
  name: z.nullable(z.string()),
  content_type: z.nullable(
    z.enum(['application/pdf', 'image/png', 'image/jpeg', 'application/vnd.apple.pkpass']),
  ),
  size: z.nullable(z.int().check(z.positive())),
  /** Mobile links only: the site that shows the ticket. `tickets.openLink` returns the whole link. */
  site: z.nullable(z.string()),
  /** Transfers and parcels only: the reference number. */
  reference: z.nullable(z.string()),
  delivered_at: z.iso.datetime(),
  /** Downloads and opened links by the buying team, and the latest one. */
  downloads: z.int().check(z.nonnegative()),
  downloaded_at: z.nullable(z.iso.datetime()),
})
export type WireTicketDelivery = z.output<typeof wireTicketDelivery>

const ticketParams = z.object({ ticket_id: z.string().check(z.maxLength(80)) })

/**
 * Visible to the buying team, and to members of the selling team who may deliver (`session.permission_missing` for the
 * others); for everyone else the ticket does not exist.
 */
export const ticketsRoutes = {
  /** The file for display in the page (spec §9: a PDF is built from base64). Counts as a download when the buying team fetches it. */
  file: defineRoute({
    name: 'tickets.file',
    method: 'GET',
    path: '/{product}/tickets/:ticket_id/file',
    auth: 'account',
    needsFactorOncePerSession: true,
    params: ticketParams,
    response: z.object({
      data: z.object({ filename: z.string(), content_type: z.string(), base64: z.string() }),
    }),
    errors: ['ticket.not_found', 'ticket.no_file', 'ticket.file_unavailable'],
    perMinute: 120,
  }),
  /**
   * A path below the API base that serves the file as an attachment to anyone who has it, for 60 seconds (product.md
   * §12.7). Used by wallets and saved downloads. A fetch by the buying team counts as a download.
   */
  downloadLink: defineRoute({
    name: 'tickets.download-link',
    method: 'POST',
    path: '/{product}/tickets/:ticket_id/download-link',
    auth: 'account',
    needsFactorOncePerSession: true,
    params: ticketParams,
    response: z.object({ data: z.object({ path: z.string(), expires_at: z.iso.datetime() }) }),
    errors: ['ticket.not_found', 'ticket.no_file'],
    perMinute: 120,
  }),
  /** The https link of a mobile ticket, which is a ticket itself. Counts as a download when the buying team fetches it. */
  openLink: defineRoute({
    name: 'tickets.open-link',
    method: 'POST',
    path: '/{product}/tickets/:ticket_id/open-link',
    auth: 'account',
    needsFactorOncePerSession: true,
    params: ticketParams,
    response: z.object({ data: z.object({ url: z.string() }) }),
    errors: ['ticket.not_found', 'ticket.no_link'],
    perMinute: 120,
  }),
}
