import { requireCurrentPermission } from '#api/access/require-permission.ts'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { FileStore } from '#api/files/file-store.port.ts'
import { ticketErrors } from '../orders.errors.ts'
import type { TicketDelivery } from './ticket.ts'
import { recordDownload, findDeliveryForTeam } from './tickets.repo.ts'

export interface FetchTicketFileInput {
  /** `ticket_id` on the wire; see {@link TicketDelivery}. */
  deliveryId: string
  /** The caller's; with a link, of the account that made it, whose access is checked again. */
  teamId: string
  accountId: string
  sessionId?: string
  caller: Caller
  /** `page`: with a session. `link`: with a download link, valid for one minute for anyone who has it. */
  via: 'page' | 'link'
}

type Access = Omit<FetchTicketFileInput, 'deliveryId'>

export interface TicketFile {
  name: string
  contentType: string
  bytes: Buffer
}

/**
 * Records the access and returns the file of a delivery, if {@link requireAccessToDelivery} allows the account to fetch it.
 */
export async function fetchTicketFile(
  {
    db,
    files,
    logger,
  }: { db: Db; files: FileStore; logger: { error(details: object, message: string): void } },
  { deliveryId, teamId, accountId, sessionId, caller, via }: FetchTicketFileInput,
): Promise<TicketFile> {
  const delivery = await requireAccessToDelivery(db, { deliveryId, teamId, accountId })
  const { file } = delivery
  if (!file) throw ticketErrors.make('ticket.no_file')
  const bytes = await files.get(file.storageKey).catch((cause: unknown) => {
    throw ticketErrors.make('ticket.file_unavailable', { cause })
  })
  if (!bytes) {
    logger.error({ deliveryId }, 'ticket file is missing in the file store')
    throw ticketErrors.make('ticket.file_unavailable')
  }
  await recordAccess(db, delivery, { accountId, teamId, sessionId, caller, via })
  return { ...file, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
}

/** Records the access and returns the link of a mobile ticket, to the same accounts as {@link fetchTicketFile}. */
export async function openMobileTicketLink(
  { db }: { db: Db },
  { deliveryId, ...access }: Omit<FetchTicketFileInput, 'via'>,
): Promise<string> {
  const delivery = await requireAccessToDelivery(db, { deliveryId, ...access })
  if (delivery.url === null) throw ticketErrors.make('ticket.no_mobile_link')
  await recordAccess(db, delivery, { ...access, via: 'page' })
  return delivery.url
}

/**
 * The delivery with this id, for every member of the buying team and for members of the selling team with the permission
 * `deliver`, who open what was sold. No member delivers: the seller sends the tickets to the operator, who enters them.
 * @throws `ticket.not_found` for other teams and cancelled lines, `session.permission_missing` without the permission
 */
export async function requireAccessToDelivery(
  db: Db,
  { deliveryId, teamId, accountId }: { deliveryId: string; teamId: string; accountId: string },
): Promise<TicketDelivery> {
  const delivery = await findDeliveryForTeam(db, teamId, deliveryId)
  if (!delivery) throw ticketErrors.make('ticket.not_found')
  if (!delivery.isBuyer) await requireCurrentPermission(db, { teamId, accountId }, ['deliver'])
  return delivery
}

/** Access by the seller is audited, but is not a download by the buyer. */
async function recordAccess(
  db: Db,
  delivery: TicketDelivery,
  { accountId, teamId, sessionId, caller, via }: Access,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (delivery.isBuyer) await recordDownload(tx, delivery.id)
    await recordSecurityEvents(tx, {
      kind: 'ticket.fetched',
      caller,
      actorId: accountId,
      teamId,
      sessionId,
      details: { ticket_id: delivery.id, line_id: delivery.lineId, via },
    })
  })
}
