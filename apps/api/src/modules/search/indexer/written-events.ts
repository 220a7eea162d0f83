/** The ids of the events in the index, each with its boost: by how many days demand and stock rank it sooner. */
export interface WrittenEvents {
  get(id: number): number | undefined
  set(id: number, days: number): void
  delete(id: number): void
  /** Ids above `after` up to and including `last`. */
  between(after: number, last: number): number[]
}

/** A large map blocks the event loop while it grows, so each range of ids has its own. */
const rangeSize = 16_384

export function createWrittenEvents(): WrittenEvents {
  const ranges = new Map<number, Map<number, number>>()
  const rangeOf = (id: number): number => Math.floor(id / rangeSize)
  return {
    get: (id) => ranges.get(rangeOf(id))?.get(id),
    set(id, days) {
      const number = rangeOf(id)
      const range = ranges.get(number) ?? new Map<number, number>()
      range.set(id, days)
      ranges.set(number, range)
    },
    delete: (id) => void ranges.get(rangeOf(id))?.delete(id),
    between(after, last) {
      const found: number[] = []
      for (const [number, range] of ranges) {
        if (number < rangeOf(after) || number > rangeOf(last)) continue
        for (const id of range.keys()) if (id > after && id <= last) found.push(id)
      }
      return found
    },
  }
}
