import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { DeliveredItem, TicketDelivery } from './ticket.ts'

interface NewTicketDelivery {
  id: string
  lineId: string
  /** Ticket number within the line; `null` covers all tickets. */
  ticketNumber: number | null
  item: DeliveredItem
  actor: string
}

export async function insertTicketDeliveries(tx: Tx, tickets: readonly NewTicketDelivery[]): Promise<void> {
  await tx
    .insertInto('tickets')
    .values(
      tickets.map(({ id, lineId, ticketNumber, item, actor }) => ({
        id,
        line_id: lineId,
        ticket_number: ticketNumber,
        kind: item.kind,
        ...(item.kind === 'file' && {
          file_name: item.fileName,
          content_type: item.contentType,
          size: item.size,
          storage_key: item.storageKey,
        }),
        ...(item.kind === 'mobile_link' && { url: item.url }),
        ...('reference' in item && { reference: item.reference }),
        delivered_by: actor,
      })),
    )
    .execute()
}

/** Stores for each seat of the line which of these deliveries is the file for that seat alone. */
export async function attachTicketFiles(
  tx: Tx,
  lineId: string,
  deliveryIds: readonly string[],
): Promise<void> {
  await sql`select attach_ticket_files(${lineId}, ${deliveryIds}::text[])`.execute(tx)
}

/** Ticket numbers of the line that have been delivered; `null` covers all of them. */
export async function readDeliveredTicketNumbers(tx: Tx, lineId: string): Promise<(number | null)[]> {
  const rows = await tx.selectFrom('tickets').select('ticket_number').where('line_id', '=', lineId).execute()
  return rows.map((row) => row.ticket_number)
}

/**
 * The delivery, if the team is its buyer or seller and its line is not cancelled. Members of the selling team also need the
 * permission `deliver`, which `requireAccessToDelivery` checks. Both are checked when a download link is made and when it is used.
 */
export async function findDeliveryForTeam(
  db: DbOrTx,
  teamId: string,
  deliveryId: string,
): Promise<TicketDelivery | undefined> {
  const row = await db
    .selectFrom('tickets as t')
    .innerJoin('order_lines as l', 'l.id', 't.line_id')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .where('t.id', '=', deliveryId)
    .where('l.state', '<>', 'cancelled')
    .where(({ or, eb }) => or([eb('o.team_id', '=', teamId), eb('l.seller_team_id', '=', teamId)]))
    .select([
      't.id',
      't.line_id',
      'l.order_id',
      'o.team_id',
      't.file_name',
      't.content_type',
      't.storage_key',
      't.url',
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { file_name: name, content_type: contentType, storage_key: storageKey } = row
  return {
    id: row.id,
    lineId: row.line_id,
    orderId: row.order_id,
    isBuyer: row.team_id === teamId,
    url: row.url,
    file:
      name === null || contentType === null || storageKey === null ? null : { name, contentType, storageKey },
  }
}

export async function recordDownload(tx: Tx, deliveryId: string): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ downloads: sql<number>`downloads + 1`, downloaded_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', deliveryId)
    .execute()
}

/** Creates a download link and returns its expiry. */
export async function insertDownloadLink(
  db: DbOrTx,
  downloadLink: { tokenHash: Buffer; deliveryId: string; accountId: string; seconds: number },
): Promise<Date> {
  const { expires_at } = await db
    .insertInto('ticket_download_links')
    .values({
      token_hash: downloadLink.tokenHash,
      ticket_id: downloadLink.deliveryId,
      account_id: downloadLink.accountId,
      expires_at: sql<Date>`clock_timestamp() + make_interval(secs => ${downloadLink.seconds})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

/** The delivery and account of a download link; `undefined` once it has expired. */
export async function findDownloadLink(
  db: DbOrTx,
  tokenHash: Buffer,
): Promise<{ deliveryId: string; accountId: string; teamId: string } | undefined> {
  return await db
    .selectFrom('ticket_download_links as d')
    .innerJoin('accounts as a', 'a.id', 'd.account_id')
    .where('d.token_hash', '=', tokenHash)
    .where('d.expires_at', '>', sql<Date>`clock_timestamp()`)
    // A user suspended after creating the link can't use it.
    .where('a.status', '=', 'active')
    .select(['d.ticket_id as deliveryId', 'd.account_id as accountId', 'a.team_id as teamId'])
    .executeTakeFirst()
}

/** Deletes expired download links and returns how many. */
export async function purgeExpiredDownloadLinks(db: DbOrTx): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('ticket_download_links')
    .where('expires_at', '<', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
