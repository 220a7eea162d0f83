import type { InventoryRow } from './inventory-row.ts'
import { readSeatLabel, seatsFromList, seatsFromRange, type ParsedSeats } from './parse-seats.ts'
import type { RowReader } from './row-reader.ts'

type Place = Pick<
  InventoryRow,
  'section' | 'row' | 'generalAdmission' | 'firstSeat' | 'lastSeat' | 'seatStep' | 'seats' | 'quantity'
>

const generalAdmission = /^(?:ga|general admission|unreserved|standing)$/i
const unknownRow = /^(?:\*+|-+|n\/?a|tb[acd])$/i
const parking = /\b(?:parking|car ?park|park(?:ing)? pass)\b/i
const maxLength = 100

/** Where the tickets are, and how many there are. */
export function readPlace(reader: RowReader): Place {
  const { format } = reader
  const section = reader.get('section').slice(0, maxLength)
  if (section === '' && !format.isPatch) reader.addProblem('section', 'section_missing', 'is empty')
  if (parking.test(section))
    reader.addProblem('section', 'parking', `"${section}" is parking, which is not sold as a seat`)
  const label = readSeatLabel(reader.get('seat_label'))
  if (reader.get('seat_label') !== '' && !label)
    reader.addProblem('seat_label', 'seat_number', `"${reader.get('seat_label')}" is not a seat such as D8`)
  const named = reader.get('row').slice(0, maxLength)
  const isGeneral = generalAdmission.test(named) || (named === '' && generalAdmission.test(section))
  const row = isGeneral || unknownRow.test(named) ? '' : named || (label?.row ?? '')
  const quantity = reader.count('quantity')
  const seats = isGeneral ? undefined : readSeats(reader, quantity, label?.seat)
  const counted = quantity ?? seats?.count ?? null
  if (counted === null && !format.isPatch && reader.get('quantity') === '')
    reader.addProblem('quantity', 'quantity_missing', 'is empty, and no seats say how many tickets there are')
  return {
    section,
    row,
    generalAdmission: isGeneral,
    firstSeat: seats?.firstSeat ?? null,
    lastSeat: seats?.lastSeat ?? null,
    seatStep: seats?.step ?? 1,
    ...(seats?.list && { seats: seats.list }),
    quantity: counted,
  }
}

function readSeats(reader: RowReader, quantity: number | null, label: number | undefined) {
  const hasList = reader.get('seats') !== ''
  const parsed: ParsedSeats = hasList
    ? seatsFromList(reader.get('seats'), quantity)
    : label !== undefined && reader.get('seat_from') === ''
      ? seatsFromRange(String(label), String(label), quantity)
      : seatsFromRange(reader.get('seat_from'), reader.get('seat_to'), quantity)
  if (!('code' in parsed)) return parsed
  reader.addProblem(hasList ? 'seats' : 'seat_from', parsed.code, parsed.message)
  return undefined
}
