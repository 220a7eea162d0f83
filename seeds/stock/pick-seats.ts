import { randomInteger, type Random } from '@terrace/domain/short-hash'
import type { StockBlock, StockVenue } from './stock-types.ts'

export interface Place {
  block: StockBlock
  /** From 1, the nearest to what is looked at; 0 where nobody has a seat of their own. */
  row: number
  firstSeat: number
}

/** Hands out seats of one event, none of them twice. */
export interface SeatPicker {
  /** Seats side by side in a row; undefined when no row has so many left. */
  take(quantity: number): Place | undefined
  /** A block without particular seats, for tickets that lie apart from each other. */
  block(): StockBlock
}

export function createSeatPicker({ blocks }: StockVenue, random: Random): SeatPicker {
  // For each row of each block the first seat that has not been given away.
  const next = blocks.map(({ rows }) => new Uint16Array(rows).fill(1))
  const bounds: number[] = []
  let places = 0
  for (const { rows, seatsPerRow } of blocks) {
    places += rows * seatsPerRow
    bounds.push(places)
  }

  function randomBlock(): number {
    const target = random() * places
    let from = 0
    let to = bounds.length - 1
    while (from < to) {
      const middle = (from + to) >> 1
      if ((bounds[middle] ?? 0) > target) to = middle
      else from = middle + 1
    }
    return from
  }

  function takeIn(index: number, quantity: number): Place | undefined {
    const block = blocks[index]
    const rows = next[index]
    if (!block || !rows) return undefined
    if (block.isGeneralAdmission) return { block, row: 0, firstSeat: 0 }
    const start = randomInteger(random, 0, block.rows - 1)
    for (let step = 0; step < block.rows; step += 1) {
      const row = (start + step) % block.rows
      const free = rows[row] ?? 1
      const spare = block.seatsPerRow - free + 1 - quantity
      if (spare < 0) continue
      // Neighbours seldom sell: leave some seats between two offers while there is room.
      const first = free + Math.min(spare, randomInteger(random, 0, 4))
      rows[row] = first + quantity
      return { block, row: row + 1, firstSeat: first }
    }
    return undefined
  }

  return {
    block: () => blocks[randomBlock()] ?? nobody(),
    take(quantity) {
      const start = randomBlock()
      for (let step = 0; step < blocks.length; step += 1) {
        const place = takeIn((start + step) % blocks.length, quantity)
        if (place) return place
      }
      return undefined
    },
  }
}

function nobody(): never {
  throw new RangeError('a venue without blocks has no seats')
}
