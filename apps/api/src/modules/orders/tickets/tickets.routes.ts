import { ticketsRoutes } from '@terrace/contracts/tickets'
import type { FastifyReply } from 'fastify'
import { callerOf } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import type { FileStore } from '#api/files/file-store.port.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { Ids } from '#api/shared/ids.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import { ticketErrors } from '../orders.errors.ts'
import {
  fetchTicketFile,
  openMobileTicketLink,
  requireAccessToDelivery,
  type TicketFile,
} from './fetch-ticket.ts'
import { findDownloadLink, insertDownloadLink } from './tickets.repo.ts'

interface TicketsDeps {
  db: Db
  ids: Ids
  files: FileStore
  logger: { error(details: object, message: string): void }
}

// product.md §12.7.
const downloadLinkSeconds = 60
const downloadPath = '/ticket-files'

/** Routes to tickets for the buying and selling team: files in the page or by a link valid for a minute, and mobile links. */
export function mountTickets(http: HttpContext, deps: TicketsDeps): void {
  mountRoute(http, ticketsRoutes.file, async ({ params, account, request }) => {
    const { name, contentType, bytes } = await fetchTicketFile(deps, {
      ...account,
      deliveryId: params.ticket_id,
      caller: callerOf(request),
      via: 'page',
    })
    return { data: { filename: name, content_type: contentType, base64: bytes.toString('base64') } }
  })

  mountRoute(http, ticketsRoutes.downloadLink, async ({ params, account }) => {
    const delivery = await requireAccessToDelivery(deps.db, { deliveryId: params.ticket_id, ...account })
    if (!delivery.file) throw ticketErrors.make('ticket.no_file')
    const token = deps.ids.secret()
    const expiresAt = await insertDownloadLink(deps.db, {
      tokenHash: hashToken(token),
      deliveryId: delivery.id,
      accountId: account.accountId,
      seconds: downloadLinkSeconds,
    })
    return { data: { path: `${downloadPath}/${token}`, expires_at: expiresAt.toISOString() } }
  })

  mountRoute(http, ticketsRoutes.openLink, async ({ params, account, request }) => {
    const url = await openMobileTicketLink(deps, {
      ...account,
      deliveryId: params.ticket_id,
      caller: callerOf(request),
    })
    return { data: { url } }
  })

  http.app.get<{ Params: { token: string } }>(
    `${downloadPath}/:token`,
    { compress: false },
    async (request, reply) => {
      const downloadLink = await findDownloadLink(deps.db, hashToken(request.params.token))
      if (!downloadLink) throw ticketErrors.make('ticket.download_link_expired')
      const file = await fetchTicketFile(deps, { ...downloadLink, caller: callerOf(request), via: 'link' })
      return sendAttachment(reply, file)
    },
  )
}

/**
 * Serves a seller's file from our origin as a download; the sandbox policy applies if a browser renders it anyway.
 */
function sendAttachment(reply: FastifyReply, { name, contentType, bytes }: TicketFile): FastifyReply {
  const asciiName = name.replaceAll(/[^\w .-]/g, '_')
  return reply
    .headers({
      'content-type': contentType,
      'content-disposition': `attachment; filename="${asciiName}"; filename*=UTF-8''${encodeName(name)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    .send(bytes)
}

/** RFC 8187: also encodes the characters that `encodeURIComponent` keeps but the header forbids. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
}
