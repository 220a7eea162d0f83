import { createTextPool } from './text-pool.ts'

/** The record ids of slots, and the current slot of each id. */
export interface SlotIds {
  /** The number of ids with a current slot. */
  readonly size: number
  /** Gives the next slot an id and makes it the id's current one. */
  push(id: string): void
  at(slot: number): string
  slotOf(id: string): number | undefined
  delete(id: string): void
}

/** One large hash table would block the event loop while it grows; many small ones do not. */
const tableCount = 256
const free = 0
const deleted = 0xffff_ffff

interface HashTable {
  /** Pairs of hash and slot + 1. */
  pairs: Uint32Array
  /** Pairs that are not free, with the deleted ones. */
  used: number
}

/** Ids are kept outside of the heap: the garbage collector would visit a million strings and map entries. */
export function createSlotIds(): SlotIds {
  const pool = createTextPool()
  /** Ids with half a surrogate pair, which bytes cannot represent. */
  const malformed = new Map<number, string>()
  const tables = Array.from({ length: tableCount }, (): HashTable => ({
    pairs: new Uint32Array(16),
    used: 0,
  }))
  let size = 0

  const at = (slot: number): string => malformed.get(slot) ?? pool.at(slot)

  const tableOf = (hash: number): HashTable => {
    const table = tables[hash % tableCount]
    if (!table) throw new RangeError('no hash table')
    return table
  }

  /** The place of an id, or the free place after the last with its hash. */
  function placeOf({ pairs }: HashTable, hash: number, id: string): number {
    const mask = pairs.length - 1
    let place = ((hash >>> 8) * 2) & mask
    for (;;) {
      const next = pairs[place + 1] ?? free
      if (next === free) return place
      if (next !== deleted && pairs[place] === hash && at(next - 1) === id) return place
      place = (place + 2) & mask
    }
  }

  function grow(table: HashTable): void {
    const { pairs } = table
    let count = 0
    for (let place = 1; place < pairs.length; place += 2)
      if (pairs[place] !== free && pairs[place] !== deleted) count += 1
    const larger = new Uint32Array(pairs.length * (count * 6 > pairs.length ? 2 : 1))
    const mask = larger.length - 1
    for (let from = 0; from < pairs.length; from += 2) {
      const [hash = 0, next = free] = [pairs[from], pairs[from + 1]]
      if (next === free || next === deleted) continue
      let place = ((hash >>> 8) * 2) & mask
      while (larger[place + 1] !== free) place = (place + 2) & mask
      larger[place] = hash
      larger[place + 1] = next
    }
    table.pairs = larger
    table.used = count
  }

  return {
    get size() {
      return size
    },
    at,
    push(id) {
      const hash = hashOf(id)
      const table = tableOf(hash)
      const place = placeOf(table, hash, id)
      const isNew = table.pairs[place + 1] === free
      if (!id.isWellFormed()) malformed.set(pool.size, id)
      pool.push(id)
      table.pairs[place] = hash
      table.pairs[place + 1] = pool.size
      if (!isNew) return
      size += 1
      table.used += 1
      if (table.used * 3 > table.pairs.length) grow(table)
    },
    slotOf(id) {
      const hash = hashOf(id)
      const table = tableOf(hash)
      const next = table.pairs[placeOf(table, hash, id) + 1] ?? free
      return next === free ? undefined : next - 1
    },
    delete(id) {
      const hash = hashOf(id)
      const { pairs } = tableOf(hash)
      const place = placeOf(tableOf(hash), hash, id)
      if (pairs[place + 1] === free) return
      pairs[place + 1] = deleted
      size -= 1
    },
  }
}

function hashOf(id: string): number {
  let hash = 0
  for (let at = 0; at < id.length; at += 1)
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x9e37_79b1) ^ (hash >>> 15)
  return (hash ^ (hash >>> 13)) >>> 0
}
