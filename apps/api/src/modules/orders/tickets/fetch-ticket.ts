import { requireCurrentPermission } from '#api/access/require-permission.ts'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { FileStore } from '#api/files/file-store.port.ts'
import { ticketErrors } from '../orders.errors.ts'
import type { TicketDelivery } from './ticket.ts'
import { recordDownload, findDeliveryForTeam } from './tickets.repo.ts'

export interface FetchTicketInput {
  /** Id of a delivery, which may be one ticket or all of a line (`ticket.ts`). */
  ticketId: string
  /** The caller's; with a link, of the account that made it, whose access is checked again. */
  teamId: string
  accountId: string
  sessionId?: string
  caller: Caller
  /** `page`: with a session. `link`: with a download link, valid for one minute for anyone who has it. */
  via: 'page' | 'link'
}

type Access = Omit<FetchTicketInput, 'ticketId'>

export interface TicketFile {
  name: string
  contentType: string
  bytes: Buffer
}

/**
 * Records the access and returns the file of a delivery, if {@link requireTicket} allows the account to fetch it.
 */
export async function fetchTicket(
  {
    db,
    files,
    logger,
  }: { db: Db; files: FileStore; logger: { error(details: object, message: string): void } },
  { ticketId, teamId, accountId, sessionId, caller, via }: FetchTicketInput,
): Promise<TicketFile> {
  const ticket = await requireTicket(db, { ticketId, teamId, accountId })
  const { file } = ticket
  if (!file) throw ticketErrors.make('ticket.no_file')
  const bytes = await files.get(file.storageKey).catch((cause: unknown) => {
    throw ticketErrors.make('ticket.file_unavailable', { cause })
  })
  if (!bytes) {
    logger.error({ ticketId }, 'ticket file is missing in the file store')
    throw ticketErrors.make('ticket.file_unavailable')
  }
  await recordAccess(db, ticket, { accountId, teamId, sessionId, caller, via })
  return { ...file, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
}

/** Records the access and returns the link of a mobile ticket, to the same accounts as {@link fetchTicket}. */
export async function openTicketLink(
  { db }: { db: Db },
  { ticketId, ...access }: Omit<FetchTicketInput, 'via'>,
): Promise<string> {
  const ticket = await requireTicket(db, { ticketId, ...access })
  if (ticket.url === null) throw ticketErrors.make('ticket.no_link')
  await recordAccess(db, ticket, { ...access, via: 'page' })
  return ticket.url
}

/**
 * The delivery with this id, for every member of the buying team and for members of the selling team with the permission
 * `deliver`.
 * @throws `ticket.not_found` for other teams and cancelled lines, `session.permission_missing` without the permission
 */
export async function requireTicket(
  db: Db,
  { ticketId, teamId, accountId }: { ticketId: string; teamId: string; accountId: string },
): Promise<TicketDelivery> {
  const ticket = await findDeliveryForTeam(db, teamId, ticketId)
  if (!ticket) throw ticketErrors.make('ticket.not_found')
  if (!ticket.isBuyer) await requireCurrentPermission(db, { teamId, accountId }, ['deliver'])
  return ticket
}

/** Access by the seller is audited, but is not a download by the buyer. */
async function recordAccess(
  db: Db,
  ticket: TicketDelivery,
  { accountId, teamId, sessionId, caller, via }: Access,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (ticket.isBuyer) await recordDownload(tx, ticket.id)
    await recordSecurityEvents(tx, {
      kind: 'ticket.fetched',
      caller,
      actorId: accountId,
      teamId,
      sessionId,
      details: { ticket_id: ticket.id, line_id: ticket.lineId, via },
    })
  })
}
