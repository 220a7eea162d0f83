/**
 * The numbered seats of a listing. `list` is `null` for adjacent seats from `first` to `last`; otherwise it has every seat in
 * ascending order, such as 1, 3, 5 and 7. Both ends are `null` without seat numbers.
 */
export interface ListingSeats {
  first: number | null
  last: number | null
  list: readonly number[] | null
}

export const noSeats: ListingSeats = { first: null, last: null, list: null }

export const maxSeatNumber = 1_000_000

/** The seats with these numbers, which may be in any order. */
export function seatsOfNumbers(numbers: readonly number[]): ListingSeats {
  const list = numbers.toSorted((one, other) => one - other)
  const [first] = list
  const last = list.at(-1)
  if (first === undefined || last === undefined) return noSeats
  return { first, last, list: last - first + 1 === list.length ? null : list }
}

/** `quantity` adjacent seats from `first`. */
export function adjacentSeats(first: number | null, quantity: number): ListingSeats {
  return first === null ? noSeats : { first, last: first + quantity - 1, list: null }
}

/** Every seat from low to high, in which order they are sold. */
export function seatNumbers({ first, last, list }: ListingSeats): readonly number[] {
  if (list !== null) return list
  if (first === null || last === null) return []
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** 2 for every other seat, such as 1, 3 and 5; 1 for adjacent seats; `null` for seats without an order. */
export function seatStep({ list }: Pick<ListingSeats, 'list'>): 1 | 2 | null {
  if (list === null) return 1
  return list.every((seat, index) => index === 0 || seat - (list[index - 1] ?? 0) === 2) ? 2 : null
}

/**
 * The seats of another number of tickets: the highest are left out, and seats in an order continue. `null` when the
 * numbers of the added seats are unknown.
 */
export function resizeSeats(seats: ListingSeats, quantity: number): ListingSeats | null {
  const { first, list } = seats
  if (list === null) return adjacentSeats(first, quantity)
  if (quantity <= list.length) return seatsOfNumbers(list.slice(0, quantity))
  if (seatStep(seats) !== 2 || first === null) return null
  return seatsOfNumbers(Array.from({ length: quantity }, (_, index) => first + 2 * index))
}

/** Whether both contain a seat. */
export function seatsOverlap(one: ListingSeats, other: ListingSeats): boolean {
  if (one.first === null || one.last === null || other.first === null || other.last === null) return false
  if (one.first > other.last || other.first > one.last) return false
  if (one.list === null && other.list === null) return true
  const taken = new Set(seatNumbers(other))
  return seatNumbers(one).some((seat) => taken.has(seat))
}

/** Short text: '7', '7–10', '1–7 odd', '2–8 even' or '4, 7, 9'; `undefined` without seat numbers. */
export function seatsText(seats: ListingSeats, separator = '–'): string | undefined {
  const { first, last, list } = seats
  if (first === null || last === null) return undefined
  if (first === last) return String(first)
  if (list === null) return `${first}${separator}${last}`
  // Of two seats, the list is as short.
  if (list.length > 2 && seatStep(seats) === 2)
    return `${first}${separator}${last} ${first % 2 === 0 ? 'even' : 'odd'}`
  return list.join(', ')
}

export type ParsedSeatText = { seats: ListingSeats; problem?: undefined } | { problem: string }

/**
 * Reads what a seller types: '101-104', '101' (the others follow), '1-7 odd', '1, 3, 5', or '1-7' for four tickets, which are
 * every other seat. An empty text means no seat numbers.
 */
export function parseSeats(text: string, quantity: number): ParsedSeatText {
  const typed = text.trim().toLowerCase()
  if (typed === '') return { seats: noSeats }
  const range = /^(\d{1,7})\s*(?:-|–|to)\s*(\d{1,7})\s*(odd|even)?$/.exec(typed)
  const numbers = range
    ? numbersOfRange(Number(range[1]), Number(range[2]), range[3], quantity)
    : /^\d{1,7}$/.test(typed)
      ? Array.from({ length: quantity }, (_, index) => Number(typed) + index)
      : numbersOfList(typed)
  if (numbers === undefined) return { problem: 'Type seats such as 101-104, or 1, 3, 5.' }
  if (numbers.some((seat) => seat < 1 || seat > maxSeatNumber))
    return { problem: 'Type whole numbers from 1.' }
  if (new Set(numbers).size !== numbers.length) return { problem: 'Type each seat once.' }
  if (numbers.length !== quantity)
    return { problem: `These are ${numbers.length} seats, but the quantity is ${quantity}.` }
  return { seats: seatsOfNumbers(numbers) }
}

function numbersOfRange(
  from: number,
  to: number,
  parity: string | undefined,
  quantity: number,
): number[] | undefined {
  const [first, last] = from <= to ? [from, to] : [to, from]
  if (last - first > 20_000) return undefined
  if (parity !== undefined && (first % 2 === 0) !== (parity === 'even')) return undefined
  const isEveryOther =
    parity !== undefined || (last - first + 1 !== quantity && (last - first) / 2 + 1 === quantity)
  const step = isEveryOther ? 2 : 1
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + step * index)
}

function numbersOfList(text: string): number[] | undefined {
  const parts = text.split(/[,;\s]+/).filter((part) => part !== '')
  return parts.every((part) => /^\d{1,7}$/.test(part)) ? parts.map(Number) : undefined
}
