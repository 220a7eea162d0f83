import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { FileStore } from '#api/files/file-store.port.ts'
import { ticketErrors } from '../orders.errors.ts'
import { recordDownload, findDeliveryForTeam } from './tickets.repo.ts'

export interface FetchTicketInput {
  ticketId: string
  teamId: string
  accountId: string
  sessionId?: string
  caller: Caller
  /** `page`: with a session. `link`: with a download link, valid for one minute for anyone who has it. */
  via: 'page' | 'link'
}

export interface TicketFile {
  name: string
  contentType: string
  bytes: Buffer
}

/**
 * Records the access and returns the file of a delivery. Only for the buying or the selling team; otherwise
 * `ticket.not_found`.
 */
export async function fetchTicket(
  {
    db,
    files,
    logger,
  }: { db: Db; files: FileStore; logger: { error(details: object, message: string): void } },
  { ticketId, teamId, accountId, sessionId, caller, via }: FetchTicketInput,
): Promise<TicketFile> {
  const ticket = await findDeliveryForTeam(db, teamId, ticketId)
  if (!ticket) throw ticketErrors.make('ticket.not_found')
  const { file, isBuyer, lineId } = ticket
  if (!file) throw ticketErrors.make('ticket.no_file')
  const bytes = await files.get(file.storageKey).catch((cause: unknown) => {
    throw ticketErrors.make('ticket.file_unavailable', { cause })
  })
  if (!bytes) {
    logger.error({ ticketId }, 'ticket file is missing in the file store')
    throw ticketErrors.make('ticket.file_unavailable')
  }
  await inTransaction(db, async (tx) => {
    // Access by the seller is audited, but is not a download by the buyer.
    if (isBuyer) await recordDownload(tx, ticketId)
    await recordSecurityEvents(tx, {
      kind: 'ticket.fetched',
      caller,
      actorId: accountId,
      teamId,
      sessionId,
      details: { ticket_id: ticketId, line_id: lineId, via },
    })
  })
  return { ...file, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
}
