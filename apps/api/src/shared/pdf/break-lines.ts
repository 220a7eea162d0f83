import { styleText, visualRuns, type StyledText, type TextRun } from './styled-text.ts'
import type { FontStyle } from './font-face.ts'

export interface TextLine {
  /** In reading order. */
  text: string
  /** From left to right. */
  runs: readonly TextRun[]
  width: number
}

export interface Paragraph {
  lines: readonly TextLine[]
  isRightToLeft: boolean
}

/** Width of a run in points. */
type Measure = (run: TextRun) => number

/** Text this long without a break never fits, and measuring it is slow. */
const maxUnbroken = 300

const words = new Intl.Segmenter('en', { granularity: 'word' })
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const closing = /^[\p{Pe}\p{Pf}\p{Po}\p{Pd}ー]/u
const opening = /[\p{Ps}\p{Pi}]$/u

/** Breaks a text into lines of at most `width` points. */
export function breakLines(
  text: string,
  { style, width, measure }: { style: FontStyle; width: number; measure: Measure },
): Paragraph {
  const styled = styleText(text, style)
  const lines: TextLine[] = []
  const widthOf = (start: number, end: number) =>
    visualRuns(styled, start, end).reduce((sum, run) => sum + measure(run), 0)
  const finish = (start: number, end: number) => {
    const trimmed = styled.text.slice(start, end).trimEnd()
    if (trimmed === '') return
    const runs = visualRuns(styled, start, start + trimmed.length)
    lines.push({ text: trimmed, runs, width: runs.reduce((sum, run) => sum + measure(run), 0) })
  }
  let start = 0
  let used = 0
  for (const piece of piecesOf(styled, width, widthOf)) {
    const full = widthOf(piece.start, piece.end)
    const space = widthOf(piece.start + trimmedLength(styled.text, piece), piece.end)
    if (piece.start > start && used + full - space > width) {
      finish(start, piece.start)
      start = piece.start
      used = 0
    }
    used += full
  }
  finish(start, styled.text.length)
  return { lines, isRightToLeft: styled.isRightToLeft }
}

interface Piece {
  start: number
  end: number
}

const trimmedLength = (text: string, { start, end }: Piece): number => text.slice(start, end).trimEnd().length

/** Parts between which a line may break; words wider than a line are split. */
function piecesOf(
  styled: StyledText,
  width: number,
  widthOf: (start: number, end: number) => number,
): Piece[] {
  const pieces: Piece[] = []
  let previous = ''
  for (const { segment, index } of words.segment(styled.text)) {
    const isBreak = previous === '' || mayBreak(previous, segment)
    const last = pieces.at(-1)
    if (last && !isBreak) last.end = index + segment.length
    else pieces.push({ start: index, end: index + segment.length })
    previous = segment
  }
  return pieces.flatMap((piece) => {
    const fits = piece.end - piece.start <= maxUnbroken && widthOf(piece.start, piece.end) <= width
    return fits ? [piece] : splitWord(styled, piece, width, widthOf)
  })
}

function mayBreak(previous: string, next: string): boolean {
  if (next.trim() === '') return false
  if (previous.trim() === '') return true
  const isWithoutSpaces = withoutSpaces.test(previous) || withoutSpaces.test(next)
  return isWithoutSpaces && !closing.test(next) && !opening.test(previous)
}

/** Splits a word into parts that fit. Measuring characters alone is safe: joined and kerned ones are narrower. */
function splitWord(
  { text, clusters }: StyledText,
  { start, end }: Piece,
  width: number,
  widthOf: (start: number, end: number) => number,
): Piece[] {
  const widths = new Map<string, number>()
  const parts: Piece[] = [{ start, end: start }]
  let used = 0
  for (const cluster of clusters) {
    if (cluster.start < start || cluster.start >= end) continue
    const characters = text.slice(cluster.start, cluster.end)
    const advance = widths.get(characters) ?? widthOf(cluster.start, cluster.end)
    widths.set(characters, advance)
    const last = parts.at(-1)
    if (last && (used + advance <= width || last.end === last.start)) {
      last.end = cluster.end
      used += advance
    } else {
      parts.push({ start: cluster.start, end: cluster.end })
      used = advance
    }
  }
  return parts
}
