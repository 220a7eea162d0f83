import type { FieldProblem } from './inventory-row.ts'

export interface Seats {
  firstSeat: number | null
  lastSeat: number | null
  step: 1 | 2
  /** Every seat, when they are neither adjacent nor every other one. */
  list?: number[]
  /** How many seats the file names; `null` when it names none. */
  count: number | null
}

export type ParsedSeats = Seats | Omit<FieldProblem, 'column'>

const none: Seats = { firstSeat: null, lastSeat: null, step: 1, count: null }
/** No row of a venue has more; work that goes seat by seat relies on it. */
const maxSeats = 1000
const unknown = /^(?:|\*+|-+|n\/?a|ga|tb[acd]|0|unknown|piggyback)$/i

function isUnknownSeat(text: string): boolean {
  return unknown.test(text)
}

/**
 * Seats of a row by its first and last one. The quantity says whether every seat or every other seat is meant: 1 to 7
 * are four tickets when the quantity is 4.
 */
export function seatsFromRange(from: string, to: string, quantity: number | null): ParsedSeats {
  if (isUnknownSeat(from) && isUnknownSeat(to)) return none
  const first = seatNumber(isUnknownSeat(from) ? to : from)
  const last = isUnknownSeat(to) || isUnknownSeat(from) ? first : seatNumber(to)
  if (first === undefined || last === undefined) {
    return { code: 'seat_number', message: 'must be whole numbers, * or empty' }
  }
  // One seat of several: the rest follows it.
  if (first === last && quantity !== null && quantity > 1 && quantity <= maxSeats)
    return { firstSeat: first, lastSeat: first + quantity - 1, step: 1, count: quantity }
  return rangeOf(Math.min(first, last), Math.max(first, last), quantity)
}

/** Seats of a row by a list such as 14,15,16. */
export function seatsFromList(text: string, quantity: number | null): ParsedSeats {
  if (isUnknownSeat(text)) return none
  if (/^\d(?:[.,]\d+)?e\+?\d+$/i.test(text)) return mangled(text)
  const parts = text.split(/[,;|\s]+/).filter(Boolean)
  const range = /^(\d{1,9})\s*-\s*(\d{1,9})$/.exec(text)
  if (range) return rangeOf(Number(range[1]), Number(range[2]), quantity)
  if (parts.length > maxSeats) return tooMany(parts.length)
  const seats = parts.map(seatNumber)
  if (seats.length === 1 && quantity !== null && quantity > 1) return mangled(text)
  if (!seats.every((seat) => seat !== undefined))
    return { code: 'seat_number', message: 'must be whole numbers, such as 14,15,16' }
  const sorted = seats.toSorted((left, right) => left - right)
  const steps = new Set(sorted.slice(1).map((seat, at) => seat - (sorted[at] ?? seat)))
  const [step = 1, ...others] = [...steps]
  if (step === 0) return { code: 'seats_twice', message: `"${text}" names a seat twice` }
  if (quantity !== null && quantity !== sorted.length) return mismatch(sorted.length, quantity)
  const ends = { firstSeat: sorted[0] ?? null, lastSeat: sorted.at(-1) ?? null, count: sorted.length }
  return others.length > 0 || (step !== 1 && step !== 2)
    ? { ...ends, step: 1, list: sorted }
    : { ...ends, step }
}

/** A label such as D8: the row and one seat. */
export function readSeatLabel(label: string): { row: string; seat: number } | undefined {
  const [, row, seat] = /^([A-Z]{1,3})[\s-]?(\d{1,5})$/i.exec(label.trim()) ?? []
  return row === undefined ? undefined : { row: row.toUpperCase(), seat: Number(seat) }
}

function rangeOf(first: number, last: number, quantity: number | null): ParsedSeats {
  const count = last - first + 1
  // Every other seat is meant if the quantity is half of them.
  if (count > 2 * maxSeats || (quantity ?? count) > maxSeats) return tooMany(count)
  if (quantity === null || quantity === count) return { firstSeat: first, lastSeat: last, step: 1, count }
  const everyOther = (last - first) / 2 + 1
  if (quantity === everyOther) return { firstSeat: first, lastSeat: last, step: 2, count: everyOther }
  return mismatch(count, quantity)
}

function seatNumber(text: string): number | undefined {
  const seat = /^\d{1,6}(?:\.0+)?$/.test(text) ? Number(text) : 0
  return seat > 0 ? seat : undefined
}

function tooMany(seats: number) {
  return { code: 'seat_number', message: `name ${seats} seats; a row has at most ${maxSeats}` }
}

function mismatch(seats: number, quantity: number) {
  return { code: 'quantity_seats', message: `name ${seats} seats, but the quantity is ${quantity}` }
}

function mangled(text: string) {
  return {
    code: 'seats_mangled',
    message: `"${text}" is a list that a spreadsheet turned into one number. Export the file again without opening it`,
  }
}
