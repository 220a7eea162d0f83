import { orderLineLifecycle } from '@terrace/domain/order-lifecycle'
import type { Db } from '../../../db/client.ts'
import { constraintOf, inTransaction, type Tx } from '../../../db/transaction.ts'
import type { FileStore } from '../../../files/file-store.port.ts'
import { keepFile } from '../../../files/keep-file.ts'
import { claimFiles } from '../../../files/unclaimed-files.repo.ts'
import { recordEvents } from '../../../outbox/outbox.repo.ts'
import { invalidInput } from '../../../shared/app-error.ts'
import type { Ids } from '../../../shared/ids.ts'
import { lockLines, type LockedLine } from '../lock-lines.repo.ts'
import { orderErrors, ticketErrors } from '../orders.errors.ts'
import { moveLine } from '../orders.repo.ts'
import { judgeTicketFile } from './judge-file.ts'
import type { Delivered } from './ticket.ts'
import { insertTickets, readPlaces } from './tickets.repo.ts'

/** What a seller hands over: files, in the order of the tickets, or one thing for the whole line. */
export type Delivery =
  | { kind: 'files'; files: readonly { name: string; bytes: Uint8Array }[] }
  | { kind: 'mobile_link'; url: string }
  | { kind: 'transfer' | 'tracking'; reference: string }

export interface DeliverTickets {
  lineId: string
  delivery: Delivery
  /** The one ticket that it is for, from 1; without it one file serves all tickets, and several are one for each. */
  ticket?: number | undefined
  /** An account, or how the operator signs. */
  actor: string
}

interface DeliverDeps {
  db: Db
  ids: Ids
  files: FileStore
}

/**
 * Delivers tickets of a line (product.md §6). Files are stored first and named by the transaction that makes them tickets: one
 * that nobody names is nobody's, and is swept a day later. The line is fulfilled when each of its tickets has something, or one
 * thing serves them all.
 */
export async function deliverTickets(
  deps: DeliverDeps,
  { lineId, delivery, ticket, actor }: DeliverTickets,
): Promise<{ isFulfilled: boolean; delivered: number; quantity: number }> {
  const delivered =
    delivery.kind === 'files' ? await storeFiles(deps, delivery.files) : [judgeWhole(delivery)]
  try {
    return await inTransaction(deps.db, async (tx) => {
      const line = await lockLine(tx, lineId)
      const places = placesFor(delivered.length, line.quantity, ticket)
      await insertTickets(
        tx,
        delivered.map((item, index) => ({
          id: deps.ids.next('tkt'),
          lineId,
          place: places[index] ?? null,
          delivered: item,
          actor,
        })),
      )
      await claimFiles(
        tx,
        delivered.flatMap((item) => (item.kind === 'file' ? [item.storedAs] : [])),
      )
      const covered = await readPlaces(tx, lineId)
      const isFulfilled = covered.includes(null) || covered.length >= line.quantity
      await tell(tx, line, { isFulfilled, actor })
      return {
        isFulfilled,
        delivered: isFulfilled ? line.quantity : covered.length,
        quantity: line.quantity,
      }
    })
  } catch (error) {
    if (constraintOf(error) === 'tickets__once')
      throw ticketErrors.make('ticket.delivered_already', { cause: error })
    throw error
  }
}

async function lockLine(tx: Tx, lineId: string): Promise<LockedLine> {
  const [line] = await lockLines(tx, { lineId })
  if (!line) throw orderErrors.make('order.line_not_found')
  if (!line.isPaid) throw orderErrors.make('order.not_paid_yet')
  if (orderLineLifecycle.next(line.state, 'fulfil') === null)
    throw orderErrors.make(line.state === 'cancelled' ? 'order.line_cancelled' : 'order.line_fulfilled')
  return line
}

async function tell(
  tx: Tx,
  { id, orderId, teamId, sellerTeamId }: LockedLine,
  { isFulfilled, actor }: { isFulfilled: boolean; actor: string },
): Promise<void> {
  if (isFulfilled) await moveLine(tx, { id, from: 'confirmed', to: 'fulfilled', actor, reason: 'delivered' })
  await recordEvents(tx, [
    {
      topic: isFulfilled ? 'order.line_fulfilled' : 'order.tickets_added',
      subject: orderId,
      payload: { orderId, lineId: id, teamId, sellerTeamId },
    },
  ])
}

/** For which ticket each of so many things is. */
function placesFor(count: number, quantity: number, ticket: number | undefined): (number | null)[] {
  if (ticket !== undefined) {
    if (count !== 1) throw invalidInput({ ticket: ['takes one file, or one link or reference'] })
    if (ticket < 1 || ticket > quantity)
      throw invalidInput({ ticket: [`must be from 1 to ${quantity}: the line has no other tickets`] })
    return [quantity === 1 ? null : ticket]
  }
  if (count === 1) return [null]
  if (count !== quantity)
    throw invalidInput({
      files: [`must be 1 for all tickets, or ${quantity}, one for each; say --ticket to deliver one of them`],
    })
  return Array.from({ length: count }, (_, index) => index + 1)
}

async function storeFiles(
  deps: DeliverDeps,
  given: readonly { name: string; bytes: Uint8Array }[],
): Promise<Delivered[]> {
  const judged = given.map(({ name, bytes }) => {
    const verdict = judgeTicketFile(bytes)
    if (!verdict.ok) throw invalidInput({ files: [`${name} ${verdict.problem}`] })
    return { name, bytes, contentType: verdict.contentType }
  })
  if (judged.length === 0) throw invalidInput({ files: ['must be at least one'] })
  const stored: Delivered[] = []
  for (const { name, bytes, contentType } of judged) {
    const storedAs = `tickets/${deps.ids.secret()}`
    await keepFile(deps, { name: storedAs, bytes, contentType })
    stored.push({ kind: 'file', fileName: cleanName(name), contentType, size: bytes.length, storedAs })
  }
  return stored
}

/** A name that any system can save under: no folders, no control characters, not endless. */
function cleanName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const plain = last.replaceAll(/[\p{C}"<>:|?*]+/gu, '_').trim()
  return plain === '' ? 'ticket' : plain.slice(-120)
}

function judgeWhole(delivery: Exclude<Delivery, { kind: 'files' }>): Delivered {
  if (delivery.kind === 'mobile_link') return { kind: 'mobile_link', url: linkOf(delivery.url) }
  const reference = delivery.reference.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  if (reference === '' || reference.length > 200)
    throw invalidInput({ [delivery.kind]: ['must be 1 to 200 characters'] })
  return { kind: delivery.kind, reference }
}

function linkOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isFine =
    url?.protocol === 'https:' && url.username === '' && url.password === '' && url.href.length <= 2000
  if (!url || !isFine) throw invalidInput({ link: ['must be an address that begins with https://'] })
  return url.href
}
