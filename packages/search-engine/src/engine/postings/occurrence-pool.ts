import { isLast, lastOccurrenceBit, onlyWordBit } from './occurrence.ts'

/** Lists of occurrences. Words that occur at the same places of their records share one list. */
export interface OccurrencePool {
  /**
   * All lists, one after another. A list is stored as
   *
   *     summary, occurrence, occurrence, …, occurrence | lastOccurrenceBit
   *
   * and its reference is the index of its first occurrence. The summary is the first occurrence, with the only-word flag
   * if any occurrence has it. Adding a list may replace the array.
   */
  readonly numbers: Uint32Array
  /** The reference to the list that the first `length` numbers form. */
  referenceTo(list: Uint32Array, length: number): number
}

/** One large hash table would block the event loop while it grows; many small ones do not. */
const tableCount = 64

interface HashTable {
  /** References; 0 is free. */
  places: Uint32Array
  count: number
}

export function createOccurrencePool(): OccurrencePool {
  let numbers = new Uint32Array(4096)
  let end = 0
  const tables = Array.from({ length: tableCount }, (): HashTable => ({
    places: new Uint32Array(64),
    count: 0,
  }))

  function append(number: number): void {
    if (end === numbers.length) {
      const larger = new Uint32Array(Math.ceil(end * (end < 1_000_000 ? 2 : 1.2)))
      larger.set(numbers)
      numbers = larger
    }
    numbers[end] = number
    end += 1
  }

  function isAt(reference: number, list: Uint32Array, length: number): boolean {
    for (let at = 0; at < length; at += 1) if (numbers[reference + at] !== list[at]) return false
    return true
  }

  function appendList(list: Uint32Array, length: number): number {
    let flag = 0
    for (let at = 0; at < length; at += 1) flag |= (list[at] ?? 0) & onlyWordBit
    append((((list[0] ?? 0) & ~lastOccurrenceBit) | flag) >>> 0)
    const reference = end
    for (let at = 0; at < length; at += 1) append(list[at] ?? 0)
    return reference
  }

  function hashAt(reference: number): number {
    let length = 1
    while (!isLast(numbers[reference + length - 1] ?? lastOccurrenceBit)) length += 1
    return hashOf(numbers.subarray(reference, reference + length), length)
  }

  function grow(table: HashTable): void {
    const larger = new Uint32Array(table.places.length * 2)
    for (const reference of table.places) {
      if (reference !== 0) larger[freePlace(larger, hashAt(reference))] = reference
    }
    table.places = larger
  }

  return {
    get numbers() {
      return numbers
    },
    referenceTo(list, length) {
      list[length - 1] = ((list[length - 1] ?? 0) | lastOccurrenceBit) >>> 0
      const hash = hashOf(list, length)
      const table = tables[hash % tableCount]
      if (!table) throw new RangeError('no hash table')
      const { places } = table
      const mask = places.length - 1
      let place = (hash >>> 6) & mask
      for (let known = places[place] ?? 0; known !== 0; known = places[place] ?? 0) {
        if (isAt(known, list, length)) return known
        place = (place + 1) & mask
      }
      const reference = appendList(list, length)
      places[place] = reference
      table.count += 1
      if (table.count * 2 > places.length) grow(table)
      return reference
    },
  }
}

function hashOf(list: Uint32Array, length: number): number {
  let hash = 0
  for (let at = 0; at < length; at += 1) {
    hash = Math.imul(hash ^ (list[at] ?? 0), 0x9e37_79b1)
    hash ^= hash >>> 15
  }
  return hash >>> 0
}

function freePlace(places: Uint32Array, hash: number): number {
  const mask = places.length - 1
  let place = (hash >>> 6) & mask
  while (places[place] !== 0) place = (place + 1) & mask
  return place
}
