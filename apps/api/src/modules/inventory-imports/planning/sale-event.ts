import { isOnSale } from '@terrace/domain/lifecycles/event-status'
import { sectionIndex, type SectionIndex } from '@terrace/domain/tickets/section-names'
import type { DbOrTx } from '#api/db/transaction.ts'
import { readEventsWithBlocks, type EventWithBlocks } from '#api/modules/catalogue/index.ts'

/** An event with everything that a row of a file needs to become a listing. */
export interface SaleEvent {
  id: number
  title: string
  localDay: string
  startsAt: Date
  /** Of the venue, YYYY-MM-DD. */
  todayAt(now: Date): string
  isOnSale(now: Date): boolean
  findBlock(section: string): { name: string; categoryId: number } | { problem: string }
}

/** Remembers events for the rows of one import. */
export interface SaleEvents {
  load(db: DbOrTx, ids: readonly (number | null)[]): Promise<void>
  get(id: number): SaleEvent | undefined
}

const maxRemembered = 500

export function createSaleEvents(): SaleEvents {
  const known = new Map<number, SaleEvent | undefined>()
  return {
    async load(db, ids) {
      const missing = [...new Set(ids)].filter((id) => id !== null && !known.has(id)) as number[]
      if (missing.length === 0) return
      if (known.size > maxRemembered) known.clear()
      const wanted = [...new Set(ids)].filter((id) => id !== null)
      for (const id of wanted) if (!known.has(id)) known.set(id, undefined)
      for (const event of await readEventsWithBlocks(db, wanted)) known.set(event.eventId, saleEventOf(event))
    },
    get: (id) => known.get(id),
  }
}

function saleEventOf({
  eventId: id,
  title,
  localDay,
  startsAt,
  status,
  timezone,
  blocks,
}: EventWithBlocks): SaleEvent {
  let index: SectionIndex | undefined
  // Made once: one for each row would cost more than everything else.
  const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: timezone })
  return {
    id,
    title,
    localDay,
    startsAt,
    todayAt: (now) => dayFormat.format(now),
    isOnSale: (now) => isOnSale({ status, startsAt }, now),
    findBlock(section) {
      index ??= sectionIndex(blocks)
      const match = index.find(section)
      const block =
        blocks.find(({ name }) => name === section) ??
        (match.kind === 'block' ? blocks.find((one) => one.id === match.id) : undefined)
      if (block && block.categoryId !== null) return { name: block.name, categoryId: block.categoryId }
      const names = match.kind === 'ambiguous' ? blocks.filter((one) => match.ids.includes(one.id)) : blocks
      const examples = names.slice(0, 3).map(({ name }) => name)
      if (match.kind === 'ambiguous')
        return { problem: `"${section}" can be ${examples.join(' or ')}. Write the full name` }
      const known =
        examples.length > 0 ? `its blocks include ${examples.join(', ')}` : 'it has no seating plan'
      return { problem: `"${section}" is not a block of this venue: ${known}` }
    },
  }
}
