import { ticketsRoutes } from '@terrace/contracts/tickets'
import type { FastifyReply } from 'fastify'
import { callerOf } from '../../../audit/caller.ts'
import type { Db } from '../../../db/client.ts'
import type { FileStore } from '../../../files/file-store.port.ts'
import { mountRoute, type HttpContext } from '../../../http/mount-route.ts'
import type { Ids } from '../../../shared/ids.ts'
import { hashToken } from '../../../shared/token-hash.ts'
import { ticketErrors } from '../orders.errors.ts'
import { fetchTicket, type TicketFile } from './fetch-ticket.ts'
import { findAddress, findTicketOf, insertAddress } from './tickets.repo.ts'

interface TicketsDeps {
  db: Db
  ids: Ids
  files: FileStore
  logger: { error(facts: object, text: string): void }
}

// product.md §12 "Safety".
const addressSeconds = 60
const addressPath = '/ticket-files'

/** How the two teams of a line come by its files: with the page, or by an address that serves for a minute. */
export function mountTickets(http: HttpContext, deps: TicketsDeps): void {
  mountRoute(http, ticketsRoutes.file, async ({ params, account, request }) => {
    const { name, contentType, bytes } = await fetchTicket(deps, {
      ...account,
      ticketId: params.ticket_id,
      caller: callerOf(request),
      by: 'page',
    })
    return { data: { filename: name, content_type: contentType, base64: bytes.toString('base64') } }
  })

  mountRoute(http, ticketsRoutes.address, async ({ params, account }) => {
    const ticket = await findTicketOf(deps.db, account.teamId, params.ticket_id)
    if (!ticket) throw ticketErrors.make('ticket.not_found')
    if (!ticket.file) throw ticketErrors.make('ticket.no_file')
    const token = deps.ids.secret()
    const expiresAt = await insertAddress(deps.db, {
      tokenHash: hashToken(token),
      ticketId: ticket.id,
      accountId: account.accountId,
      seconds: addressSeconds,
    })
    return { data: { path: `${addressPath}/${token}`, expires_at: expiresAt.toISOString() } }
  })

  http.app.get<{ Params: { token: string } }>(
    `${addressPath}/:token`,
    { compress: false },
    async (request, reply) => {
      const address = await findAddress(deps.db, hashToken(request.params.token))
      if (!address) throw ticketErrors.make('ticket.address_over')
      const file = await fetchTicket(deps, { ...address, caller: callerOf(request), by: 'address' })
      return sendAttachment(reply, file)
    },
  )
}

/** Somebody else's file on our origin: saved and never shown, and should a browser show it all the same, in a sandbox. */
function sendAttachment(reply: FastifyReply, { name, contentType, bytes }: TicketFile): FastifyReply {
  const plain = name.replaceAll(/[^\w .-]/g, '_')
  return reply
    .headers({
      'content-type': contentType,
      'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeName(name)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    .send(bytes)
}

/** RFC 8187: what encodeURIComponent leaves and the header may not hold is encoded too. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}
