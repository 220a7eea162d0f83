import { sql } from 'kysely'
import type { Reader, Tx } from '../../../db/transaction.ts'
import type { Delivered, DeliveredTicket } from './ticket.ts'

interface NewTicket {
  id: string
  lineId: string
  /** Null: for all of the line's tickets. */
  place: number | null
  delivered: Delivered
  actor: string
}

export async function insertTickets(tx: Tx, tickets: readonly NewTicket[]): Promise<void> {
  await tx
    .insertInto('tickets')
    .values(
      tickets.map(({ id, lineId, place, delivered, actor }) => ({
        id,
        line_id: lineId,
        place,
        kind: delivered.kind,
        ...(delivered.kind === 'file' && {
          file_name: delivered.fileName,
          content_type: delivered.contentType,
          size: delivered.size,
          stored_as: delivered.storedAs,
        }),
        ...(delivered.kind === 'mobile_link' && { url: delivered.url }),
        ...('reference' in delivered && { reference: delivered.reference }),
        delivered_by: actor,
      })),
    )
    .execute()
}

/** Which tickets of the line something was delivered for; null stands for all of them. */
export async function readPlaces(tx: Tx, lineId: string): Promise<(number | null)[]> {
  const rows = await tx.selectFrom('tickets').select('place').where('line_id', '=', lineId).execute()
  return rows.map((row) => row.place)
}

/** A ticket that this team has bought or sells; undefined for any other, and for what was cancelled. */
export async function findTicketOf(
  db: Reader,
  teamId: string,
  ticketId: string,
): Promise<DeliveredTicket | undefined> {
  const row = await db
    .selectFrom('tickets as t')
    .innerJoin('order_lines as l', 'l.id', 't.line_id')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .where('t.id', '=', ticketId)
    .where('l.state', '<>', 'cancelled')
    .where(({ or, eb }) => or([eb('o.team_id', '=', teamId), eb('l.seller_team_id', '=', teamId)]))
    .select(['t.id', 't.line_id', 'l.order_id', 'o.team_id', 't.file_name', 't.content_type', 't.stored_as'])
    .executeTakeFirst()
  if (!row) return undefined
  const { file_name: name, content_type: contentType, stored_as: storedAs } = row
  return {
    id: row.id,
    lineId: row.line_id,
    orderId: row.order_id,
    isBuyers: row.team_id === teamId,
    file: name === null || contentType === null || storedAs === null ? null : { name, contentType, storedAs },
  }
}

export async function countDownload(tx: Tx, ticketId: string): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ downloads: sql<number>`downloads + 1`, downloaded_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', ticketId)
    .execute()
}

/** Makes an address of the ticket's file; answers until when it serves. */
export async function insertAddress(
  db: Reader,
  address: { tokenHash: Buffer; ticketId: string; accountId: string; seconds: number },
): Promise<Date> {
  const { expires_at } = await db
    .insertInto('ticket_addresses')
    .values({
      token_hash: address.tokenHash,
      ticket_id: address.ticketId,
      account_id: address.accountId,
      expires_at: sql<Date>`clock_timestamp() + make_interval(secs => ${address.seconds})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

/** For which ticket an address serves, and who asked for it; undefined once its time is over. */
export async function findAddress(
  db: Reader,
  tokenHash: Buffer,
): Promise<{ ticketId: string; accountId: string; teamId: string } | undefined> {
  return await db
    .selectFrom('ticket_addresses as d')
    .innerJoin('accounts as a', 'a.id', 'd.account_id')
    .where('d.token_hash', '=', tokenHash)
    .where('d.expires_at', '>', sql<Date>`clock_timestamp()`)
    // Whoever was suspended or removed within the minute has nothing to fetch any more.
    .where('a.status', '=', 'active')
    .select(['d.ticket_id as ticketId', 'd.account_id as accountId', 'a.team_id as teamId'])
    .executeTakeFirst()
}

/** Forgets addresses whose time is over. Answers how many. */
export async function forgetOldAddresses(db: Reader): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('ticket_addresses')
    .where('expires_at', '<', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
