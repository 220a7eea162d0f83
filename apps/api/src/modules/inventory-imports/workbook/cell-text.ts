import type { NumberMeaning } from './number-format.ts'

export interface CellStyle {
  meaning: NumberMeaning
  /** Minimum number of digits, for numbers such as 00123. */
  digits: number
}

export interface CellContext {
  /** Workbooks of old Macs count days from 1904. */
  isFrom1904: boolean
  /** How the profile writes decimals. */
  decimal: 'point' | 'comma'
}

const dayMs = 86_400_000
const secondsPerDay = 86_400
/** Day 0 of spreadsheets after their 29 February 1900, which never was. */
const epoch1900 = Date.UTC(1899, 11, 30)
const epoch1904 = Date.UTC(1904, 0, 1)
const maxSerial = 2_958_465

/** A number of a sheet as its format means it: YYYY-MM-DD, HH:MM:SS or a plain number without an exponent. */
export function numberText(text: string, { meaning, digits }: CellStyle, context: CellContext): string {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) return text
  if (meaning !== 'number' && value >= 0 && value <= maxSerial) return whenText(value, meaning, context)
  return plainNumber(value, digits, context)
}

function whenText(serial: number, meaning: NumberMeaning, { isFrom1904 }: CellContext): string {
  const seconds = Math.round(serial * secondsPerDay)
  const time = timeText(seconds % secondsPerDay)
  const days = Math.floor(seconds / secondsPerDay)
  // A time that was typed alone is a time of the first day, whatever its format shows.
  const isTimeAlone = meaning === 'time' || (!isFrom1904 && days < 2)
  if (isTimeAlone) return time
  const epoch = isFrom1904 ? epoch1904 : days < 60 ? epoch1900 + dayMs : epoch1900
  const day = new Date(epoch + days * dayMs).toISOString().slice(0, 10)
  return meaning === 'date' || seconds % secondsPerDay === 0 ? day : `${day} ${time}`
}

function timeText(seconds: number): string {
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${part(seconds / 3600)}:${part((seconds / 60) % 60)}:${part(seconds % 60)}`
}

/** Fifteen digits, as spreadsheets show: 0.1 + 0.2 is 0.3. */
function plainNumber(value: number, digits: number, { decimal }: CellContext): string {
  const rounded = Number(value.toPrecision(15))
  const isLong = Math.abs(rounded) >= 1e15 || (rounded !== 0 && Math.abs(rounded) < 1e-6)
  const text = isLong
    ? rounded.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
    : String(rounded)
  const padded = digits > 0 && /^\d+$/.test(text) ? text.padStart(digits, '0') : text
  return decimal === 'comma' ? padded.replace('.', ',') : padded
}
