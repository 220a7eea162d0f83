import { isOnSale } from '@terrace/domain/lifecycles/event-status'
import type { DbOrTx } from '#api/db/transaction.ts'
import { readEventsToList, readBlocksWithCategories, type EventToList } from '#api/modules/catalogue/index.ts'
import { createBlockFinder, type BlockFinder } from './block-finder.ts'

/** An event with everything that a row of a file needs to become a listing. */
export interface SaleEvent {
  id: number
  title: string
  localDay: string
  startsAt: Date
  /** Of the venue, YYYY-MM-DD. */
  todayAt(now: Date): string
  isOnSale(now: Date): boolean
  findBlock: BlockFinder
}

/** Remembers events, and the blocks of their venues, for the rows of one import. */
export interface SaleEvents {
  load(db: DbOrTx, ids: readonly (number | null)[]): Promise<void>
  get(id: number): SaleEvent | undefined
}

const maxEvents = 5000
/** A stadium has hundreds of blocks. */
const maxVenues = 500

export function createSaleEvents(): SaleEvents {
  const known = new Map<number, SaleEvent | undefined>()
  const venues = new Map<number, BlockFinder>()
  return {
    async load(db, ids) {
      if (known.size > maxEvents || venues.size > maxVenues) {
        known.clear()
        venues.clear()
      }
      const missing = [...new Set(ids)].filter((id) => id !== null && !known.has(id)) as number[]
      if (missing.length === 0) return
      const events = await readEventsToList(db, missing)
      const newVenues = new Set(events.map(({ venueId }) => venueId).filter((id) => !venues.has(id)))
      if (newVenues.size > 0)
        for (const { venueId, blocks } of await readBlocksWithCategories(db, [...newVenues]))
          venues.set(venueId, createBlockFinder(blocks))
      for (const id of missing) known.set(id, undefined)
      for (const event of events) {
        const findBlock = venues.get(event.venueId)
        if (findBlock) known.set(event.eventId, saleEventOf(event, findBlock))
      }
    },
    get: (id) => known.get(id),
  }
}

function saleEventOf(
  { eventId: id, title, localDay, startsAt, status, timezone }: EventToList,
  findBlock: BlockFinder,
): SaleEvent {
  return {
    id,
    title,
    localDay,
    startsAt,
    todayAt: (now) => dayFormatOf(timezone).format(now),
    isOnSale: (now) => isOnSale({ status, startsAt }, now),
    findBlock,
  }
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** Made once for each zone of the catalogue: one for each row would cost more than everything else. */
function dayFormatOf(timeZone: string): Intl.DateTimeFormat {
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone })
  dayFormats.set(timeZone, format)
  return format
}
