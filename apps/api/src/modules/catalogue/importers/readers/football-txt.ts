import { RefusedFileError } from './refused-file.ts'
import { countryOfFifaCode } from './fifa-codes.ts'
import { readLines } from './read-lines.ts'
import type { SourceFile } from './source-file.ts'
import type { SourceRecord } from './source-record.ts'
import { openTextCalendar } from './text-calendar.ts'

/** A match of a Football.TXT file; empty text where the file says nothing. */
export interface TextMatch {
  date: string
  time: string
  home: string
  away: string
  homeCountry: string
  awayCountry: string
  round: string
  venue: string
  status: string
}

const titleLine = /^=+\s*(.+?)\s*=*$/
const roundLine = /^(?:[»▪◆•]+|\*+)\s*(.+?)\s*$/
const countLine = /^#\s*Matches\s+(\d+)/i
const timed = /^(\d{1,2})[.:](\d\d)\s+/
/** `2-0`, `3-2 a.e.t. (3-0, 1-0)`, `4-3 pen. 1-1 a.e.t.` */
const score = /\s+\d+-\d+(?:\s+(?:a\.e\.t\.|pen\.|p\b|\d+-\d+)[^a-z]*)*(?:\s*\([^)]*\))?\s*$/i
const note = /\s*\[([^\]]*)\]\s*$/

/** The title of a Football.TXT file, such as `Spain Primera División 2026/27`. */
export async function readFootballTitle(file: SourceFile): Promise<string> {
  for await (const { text } of readLines(file)) {
    const title = titleLine.exec(text.trim())?.[1]
    if (title !== undefined) return title
    if (text.trim() !== '' && !text.startsWith('#')) break
  }
  return ''
}

/**
 * Reads a Football.TXT file. Round, date and time carry forward to the matches below; the year comes from the first
 * date or the title and then follows the calendar.
 * @throws `RefusedFileError` when the file has fewer matches than its head announces
 */
export async function* readFootballTxt(file: SourceFile): AsyncGenerator<SourceRecord<TextMatch>> {
  const calendar = openTextCalendar(await readFootballTitle(file))
  let announced = 0
  let matches = 0
  let round = ''
  let date = ''
  let time = ''
  let lastLine = 1
  for await (const { line, text: raw } of readLines(file)) {
    lastLine = line
    announced = Number(countLine.exec(raw)?.[1] ?? announced)
    const text = raw.replace(/(?:^|\s)#.*$/, '').trim()
    // Goals are listed in brackets below a match.
    if (text === '' || titleLine.test(text) || /^[(;]/.test(text)) continue
    const heading = roundLine.exec(text)?.[1]
    if (heading !== undefined) {
      round = heading
      continue
    }
    const day = calendar.read(text)
    if (day) {
      date = day
      time = ''
      continue
    }
    const [start, hour = '', minute = ''] = timed.exec(text) ?? ['']
    if (start) time = `${hour.padStart(2, '0')}:${minute}`
    const match = matchOf(text.slice(start.length))
    if (!match) {
      yield { line, bad: `"${text.slice(0, 80)}" is no round, date or match` }
      continue
    }
    matches += 1
    if (date === '') yield { line, bad: 'the match has no date above it' }
    else yield { line, record: { ...match, date, time, round } }
  }
  if (matches < announced)
    throw new RefusedFileError(
      lastLine,
      `the file announces ${announced} matches and has ${matches}: it is cut off`,
    )
}

function matchOf(text: string): Omit<TextMatch, 'date' | 'time' | 'round'> | null {
  const [, remark = ''] = note.exec(text) ?? []
  const [sides = '', venue = ''] = text.replace(note, '').split(/\s+@\s+/)
  const [left = '', right = '', ...rest] = sides.replace(score, '').split(/\s+(?:v|vs)\.?\s+/)
  const home = clubOf(left)
  const away = clubOf(right)
  if (home.name === '' || away.name === '' || rest.length > 0) return null
  return {
    home: home.name,
    away: away.name,
    homeCountry: home.country,
    awayCountry: away.country,
    venue: venue.trim(),
    status: remark.trim(),
  }
}

/** `Arsenal FC (ENG)` → the name, and the two-letter code of the country. */
function clubOf(text: string): { name: string; country: string } {
  const [, name = text, code = ''] = /^(.*?)\s*\(([A-Z]{3})\)$/.exec(text.trim()) ?? []
  return { name: name.trim(), country: countryOfFifaCode(code) ?? '' }
}
