import { randomInteger, type Random } from '@terrace/domain/text/short-hash'
import type { StockBlock, StockVenue } from './stock-types.ts'

export interface SeatLocation {
  block: StockBlock
  /** From 1, nearest to the stage or pitch; 0 without numbered seats. */
  row: number
  firstSeat: number
}

/** Allocates seats of one event, each at most once. */
export interface SeatAllocator {
  /** Adjacent seats in one row; `undefined` when no row has enough left. */
  take(quantity: number): SeatLocation | undefined
  /** A random block, for tickets that are not seated together. */
  block(): StockBlock
}

export function createSeatAllocator({ blocks }: StockVenue, random: Random): SeatAllocator {
  // The first free seat of every row, by block.
  const next = blocks.map(({ rows }) => new Uint16Array(rows).fill(1))
  const bounds: number[] = []
  let seatCount = 0
  for (const { rows, seatsPerRow } of blocks) {
    seatCount += rows * seatsPerRow
    bounds.push(seatCount)
  }

  function randomBlock(): number {
    const target = random() * seatCount
    let from = 0
    let to = bounds.length - 1
    while (from < to) {
      const middle = (from + to) >> 1
      if ((bounds[middle] ?? 0) > target) to = middle
      else from = middle + 1
    }
    return from
  }

  function takeFromBlock(index: number, quantity: number): SeatLocation | undefined {
    const block = blocks[index]
    const rows = next[index]
    if (!block || !rows) return undefined
    if (block.isGeneralAdmission) return { block, row: 0, firstSeat: 0 }
    const start = randomInteger(random, 0, block.rows - 1)
    for (let step = 0; step < block.rows; step += 1) {
      const row = (start + step) % block.rows
      const free = rows[row] ?? 1
      const slack = block.seatsPerRow - free + 1 - quantity
      if (slack < 0) continue
      // Adjacent seats rarely belong to one seller, so leave a gap between offers while the row has room.
      const first = free + Math.min(slack, randomInteger(random, 0, 4))
      rows[row] = first + quantity
      return { block, row: row + 1, firstSeat: first }
    }
    return undefined
  }

  return {
    block: () => blocks[randomBlock()] ?? noBlocks(),
    take(quantity) {
      const start = randomBlock()
      for (let step = 0; step < blocks.length; step += 1) {
        const location = takeFromBlock((start + step) % blocks.length, quantity)
        if (location) return location
      }
      return undefined
    },
  }
}

function noBlocks(): never {
  throw new RangeError('a venue without blocks has no seats')
}
