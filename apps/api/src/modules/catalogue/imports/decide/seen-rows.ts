import { hash53 } from '@terrace/domain/text/short-hash'
import { openNumberMap } from '../../importers/readers/number-map.ts'

/** An earlier row of the file that means an event. */
export interface SeenRow {
  line: number
  /** Negative for an event that this run adds. */
  eventId: number
  /** Hash of a feed's reference, and of what the feed says about the event; 0 where neither matters. */
  ref: number
  text: number
}

/** Rows by the event that they mean: by its id (`#12`), or by its source key. */
export interface SeenRows {
  get(key: string): SeenRow | undefined
  set(keys: readonly string[], row: SeenRow): void
  /** Gives the row another key: new events get an id when they are written. */
  alias(key: string, other: string): void
}

/** Keeps numbers only: a file of half a million rows must not fill the memory. */
export function openSeenRows(): SeenRows {
  const places = openNumberMap()
  const rows = openColumns()
  return {
    get(key) {
      const place = places.get(hash53(key))
      return place === undefined ? undefined : rows.at(place)
    },
    set(keys, row) {
      const place = rows.add(row)
      for (const key of keys) places.set(hash53(key), place)
    },
    alias(key, other) {
      const place = places.get(hash53(key))
      if (place !== undefined) places.set(hash53(other), place)
    },
  }
}

const width = 4

function openColumns() {
  let cells = new Float64Array(width * 1024)
  let count = 0
  return {
    add({ line, eventId, ref, text }: SeenRow): number {
      if ((count + 1) * width > cells.length) {
        const larger = new Float64Array(cells.length * 2)
        larger.set(cells)
        cells = larger
      }
      cells.set([line, eventId, ref, text], count * width)
      count += 1
      return count - 1
    },
    at(place: number): SeenRow {
      const [line = 0, eventId = 0, ref = 0, text = 0] = cells.subarray(place * width, (place + 1) * width)
      return { line, eventId, ref, text }
    },
  }
}
