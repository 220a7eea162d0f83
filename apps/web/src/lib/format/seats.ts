type Seat = number | null | undefined

/** A seat, a range or seats that are not adjacent: '7', '7–10', '1, 3'. `undefined` if the first seat is unknown. */
export function seatRange(
  first: Seat,
  last: Seat,
  separator = '–',
  seats?: readonly number[] | null,
): string | undefined {
  if (seats) return seats.join(', ')
  if (first === null || first === undefined) return undefined
  return last === null || last === undefined || last === first ? String(first) : `${first}${separator}${last}`
}

/** The known parts of section, row and seats: 'M4 · 9 · 21–22'. */
export function locationText(location: {
  section: string
  row: string
  first_seat?: Seat
  last_seat?: Seat
  seats?: readonly number[]
}): string {
  const { section, row, first_seat, last_seat, seats } = location
  return [section, row, seatRange(first_seat, last_seat, '–', seats)].filter(Boolean).join(' · ')
}
