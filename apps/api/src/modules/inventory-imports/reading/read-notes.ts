import type { ListingNote, NoteKind } from '@terrace/domain/tickets/listing-notes'
import { removeInvisible } from '@terrace/domain/text/visible-text'

/** What words in notes say about a listing, and the notes without them. */
export interface ReadNotes {
  notes: ListingNote[]
  /** The notes say that the tickets are transferred. */
  isTransfer: boolean
  /** A split rule as words, such as NOSPLIT or CUSTOM:2,3. */
  splitWord: string | null
}

const splitWord = /\b(NOSPLIT|ANYSPLIT|NOSINGLES|CUSTOM:\s*\d+(?:\s*,\s*\d+)*)/i
const transferWord = /\bxfer\b/i
const barcodeTag = /\+barcode\[[^\]]*\]/gi
const maxNotes = 20
const maxNoteLength = 200
/** Of a cell; more notes than `maxNotes` are dropped anyway. */
const maxCellLength = 5000

/**
 * Notes that buyers read. Words that describe delivery and splits are taken out, and so are barcodes, which must never
 * be shown.
 */
export function readPublicNotes(text: string): ReadNotes {
  const { plain, ...read } = readWords(text)
  return { ...read, notes: toNotes(plain, undefined) }
}

/** Notes of the seller alone. */
export function readInternalNotes(text: string): {
  text: string
  splitWord: string | null
  isTransfer: boolean
} {
  const { plain, ...read } = readWords(text)
  return { ...read, text: plain }
}

/** Notes of a known kind, separated by vertical bars. */
export function notesOfKind(text: string, kind: NoteKind): ListingNote[] {
  return text
    .split('|')
    .map((one) => removeInvisible(one).trim())
    .filter((one) => one !== '')
    .map((one) => ({ kind, text: one.slice(0, maxNoteLength) }))
}

function readWords(cell: string): { plain: string; splitWord: string | null; isTransfer: boolean } {
  const text = cell.slice(0, maxCellLength)
  const split = splitWord.exec(text)?.[1] ?? null
  const plain = text
    .replaceAll(barcodeTag, ' ')
    .replace(splitWord, ' ')
    .replaceAll(new RegExp(transferWord, 'gi'), ' ')
    .replaceAll(/\s{2,}/g, ' ')
  return { plain: trimSeparators(plain), splitWord: split, isTransfer: transferWord.test(text) }
}

/** Without a pattern, which would search a long row of separators again from each of them. */
function trimSeparators(text: string): string {
  const isSeparator = (at: number) => /[\s,;|]/.test(text.charAt(at))
  let from = 0
  let to = text.length
  while (from < to && isSeparator(from)) from += 1
  while (to > from && isSeparator(to - 1)) to -= 1
  return text.slice(from, to)
}

function toNotes(text: string, kind: NoteKind | undefined): ListingNote[] {
  return text
    .split(/[,;|\r\n]+/)
    .map((one) => removeInvisible(one).trim())
    .filter((one) => one !== '')
    .slice(0, maxNotes)
    .map((one) => ({ kind: kind ?? noteKindOf(one), text: one.slice(0, maxNoteLength) }))
}

/** What a note without a kind is: a restriction, a benefit, otherwise information. */
export function noteKindOf(text: string): NoteKind {
  if (/obstruct|restrict|limited|partial|side view|behind|no view|under \d+|\bage[sd]?\b/i.test(text))
    return 'restriction'
  return /\baisle|\bvip\b|lounge|hospitality|front row|includes|free /i.test(text) ? 'benefit' : 'information'
}
