type Seat = number | null | undefined

/** A seat or a range, such as '7' or '7–10'; `undefined` if the first seat is unknown. */
export function seatRange(first: Seat, last: Seat, separator = '–'): string | undefined {
  if (first === null || first === undefined) return undefined
  return last === null || last === undefined || last === first ? String(first) : `${first}${separator}${last}`
}

/** The known parts of section, row and seats: 'M4 · 9 · 21–22'. */
export function locationText(location: {
  section: string
  row: string
  first_seat?: Seat
  last_seat?: Seat
}): string {
  const { section, row, first_seat, last_seat } = location
  return [section, row, seatRange(first_seat, last_seat)].filter(Boolean).join(' · ')
}
