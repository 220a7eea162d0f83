import { recordSecurityEvents } from '../../../audit/audit.repo.ts'
import type { Caller } from '../../../audit/caller.ts'
import type { Db } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { FileStore } from '../../../files/file-store.port.ts'
import { ticketErrors } from '../orders.errors.ts'
import { countDownload, findTicketOf } from './tickets.repo.ts'

export interface FetchTicket {
  ticketId: string
  teamId: string
  accountId: string
  sessionId?: string
  caller: Caller
  /** In the page, or by an address that serves a minute. */
  by: 'page' | 'address'
}

export interface TicketFile {
  name: string
  contentType: string
  bytes: Buffer
}

/** The file of a ticket for the team that bought or sells it: who fetched it when is recorded before it is handed over. */
export async function fetchTicket(
  { db, files, logger }: { db: Db; files: FileStore; logger: { error(facts: object, text: string): void } },
  { ticketId, teamId, accountId, sessionId, caller, by }: FetchTicket,
): Promise<TicketFile> {
  const ticket = await findTicketOf(db, teamId, ticketId)
  if (!ticket) throw ticketErrors.make('ticket.not_found')
  const { file, isBuyers, lineId } = ticket
  if (!file) throw ticketErrors.make('ticket.no_file')
  const bytes = await files.get(file.storedAs).catch((cause: unknown) => {
    throw ticketErrors.make('ticket.file_unavailable', { cause })
  })
  if (!bytes) {
    logger.error({ ticketId }, 'the file of a ticket is not in the store')
    throw ticketErrors.make('ticket.file_unavailable')
  }
  await inTransaction(db, async (tx) => {
    // The seller looking at what they delivered is on record, but is no download of the buyer's.
    if (isBuyers) await countDownload(tx, ticketId)
    await recordSecurityEvents(tx, {
      kind: 'ticket.fetched',
      caller,
      actorId: accountId,
      teamId,
      sessionId,
      facts: { ticket_id: ticketId, line_id: lineId, by },
    })
  })
  return { ...file, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
}
