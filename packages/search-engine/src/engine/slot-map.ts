/** The slot of each record id. */
export interface SlotMap {
  readonly size: number
  get(id: string): number | undefined
  set(id: string, slot: number): void
  delete(id: string): void
  keys(): string[]
}

/** A map grows by copying all of itself. Many small maps block the event loop for less time than one large map. */
const parts = 256

export function createSlotMap(): SlotMap {
  const maps = Array.from({ length: parts }, () => new Map<string, number>())
  let size = 0
  const mapOf = (id: string): Map<string, number> | undefined => {
    let hash = 0
    for (let at = 0; at < id.length; at += 1) hash = (Math.imul(hash, 31) + id.charCodeAt(at)) | 0
    return maps[hash & (parts - 1)]
  }
  return {
    get size() {
      return size
    },
    get: (id) => mapOf(id)?.get(id),
    set(id, slot) {
      const map = mapOf(id)
      if (map?.has(id) === false) size += 1
      map?.set(id, slot)
    },
    delete(id) {
      if (mapOf(id)?.delete(id) === true) size -= 1
    },
    keys: () => maps.flatMap((map) => [...map.keys()]),
  }
}
