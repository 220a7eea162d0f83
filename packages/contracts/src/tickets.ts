import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

/** What a seller may deliver. */
export const ticketKinds = ['file', 'mobile_link', 'transfer', 'tracking'] as const
export type TicketKind = (typeof ticketKinds)[number]

/** What a seller has delivered: for one ticket of a line, or for all of them at once. */
export const wireTicket = z.object({
  id: z.string(),
  kind: z.enum(ticketKinds),
  /** Which ticket of the line, counted from 1; null for what serves the whole line. */
  ticket: z.nullable(z.int().check(z.positive())),
  /** Of a file: what it is called, what it is, and its bytes. */
  name: z.nullable(z.string()),
  content_type: z.nullable(
    z.enum(['application/pdf', 'image/png', 'image/jpeg', 'application/vnd.apple.pkpass']),
  ),
  size: z.nullable(z.int().check(z.positive())),
  /** Of a mobile link: where it leads, always https. */
  url: z.nullable(z.string()),
  /** Of a transfer or a parcel: the number to ask for it by. */
  reference: z.nullable(z.string()),
  delivered_at: z.iso.datetime(),
  /** How often the buying team has fetched the file, and when last. */
  downloads: z.int().check(z.nonnegative()),
  downloaded_at: z.nullable(z.iso.datetime()),
})
export type WireTicket = z.output<typeof wireTicket>

const ofTicket = z.object({ ticket_id: z.string().check(z.maxLength(80)) })

/** For the team that bought the tickets and the one that sells them; for everybody else there are none. */
export const ticketsRoutes = {
  /** The file itself, to be opened in the page (spec §9: a PDF is built from base64). Counts as a download. */
  file: defineRoute({
    name: 'tickets.file',
    method: 'GET',
    path: '/{product}/tickets/:ticket_id/file',
    auth: 'account',
    params: ofTicket,
    response: z.object({
      data: z.object({ filename: z.string(), content_type: z.string(), base64: z.string() }),
    }),
    errors: ['ticket.not_found', 'ticket.no_file', 'ticket.file_unavailable'],
    perMinute: 120,
  }),
  /**
   * An address below the API base that gives the file as an attachment to whoever has it, for 60 seconds (product.md §12): for
   * wallets, and for browsers that save. Each fetch counts as a download.
   */
  address: defineRoute({
    name: 'tickets.address',
    method: 'POST',
    path: '/{product}/tickets/:ticket_id/address',
    auth: 'account',
    params: ofTicket,
    response: z.object({ data: z.object({ path: z.string(), expires_at: z.iso.datetime() }) }),
    errors: ['ticket.not_found', 'ticket.no_file'],
    perMinute: 120,
  }),
}
