import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

/** `ticket_id` is the id of a delivery: one ticket of an order line, or all of them. */
const ticketParams = z.object({ ticket_id: z.string().check(z.maxLength(80)) })

/**
 * Visible to the buying team, and to members of the selling team with the permission to open sold tickets, stored as `deliver`
 * (`session.permission_missing` for the others); for everyone else the ticket does not exist.
 */
export const ticketsRoutes = {
  /** The file for display in the page (spec §9: a PDF is built from base64). Counts as a download when the buying team fetches it. */
  file: defineRoute({
    name: 'tickets.file',
    method: 'GET',
    path: '/{product}/tickets/:ticket_id/file',
    auth: 'account',
    needsReauthenticationOncePerSession: true,
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
    needsReauthenticationOncePerSession: true,
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
    needsReauthenticationOncePerSession: true,
    params: ticketParams,
    response: z.object({ data: z.object({ url: z.string() }) }),
    errors: ['ticket.not_found', 'ticket.no_mobile_link'],
    perMinute: 120,
  }),
}
