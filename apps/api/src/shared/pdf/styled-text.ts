import bidiFactory, { type Bidi, type EmbeddingLevels } from 'bidi-js'
import { chooseFace, languageOf, zeroWidthJoiner, zeroWidthNonJoiner } from './choose-face.ts'
import type { FontFace, FontStyle } from './font-face.ts'

/** Characters of one font and one direction, in reading order. */
export interface TextRun {
  text: string
  face: FontFace
  isRightToLeft: boolean
  /** Place in the text. */
  start: number
}

/** A text with a font for each of its characters and their directions. */
export interface StyledText {
  text: string
  /** Characters that must not be separated, such as a letter with its marks. */
  clusters: readonly { start: number; end: number }[]
  /** The font of each UTF-16 unit. */
  faces: readonly FontFace[]
  /** The whole paragraph reads from right to left. */
  isRightToLeft: boolean
  /** Absent if every character reads from left to right. */
  levels?: EmbeddingLevels
}

// The types describe an ES module, but Node loads the CommonJS one.
const bidi = (bidiFactory as unknown as () => Bidi)()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

// Directional marks, soft hyphens, variation selectors and the like have no glyphs.
const invisible = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]|\p{Variation_Selector}/gu
const joiners = new RegExp(`[${String.fromCodePoint(zeroWidthNonJoiner, zeroWidthJoiner)}]`, 'g')

/** Chooses fonts and directions. A character that no font has is replaced by its code point, so that none is lost. */
export function styleText(text: string, style: FontStyle): StyledText {
  const flat = text.toWellFormed().normalize('NFC').replaceAll(invisible, '').replaceAll(/\s+/g, ' ')
  const choice = { style, language: languageOf(flat) }
  if (plain.test(flat)) return styleAlike(flat, requireFace('a', choice))
  const clusters: { start: number; end: number }[] = []
  const faces: FontFace[] = []
  let styled = ''
  const add = (cluster: string, face: FontFace) => {
    clusters.push({ start: styled.length, end: styled.length + cluster.length })
    for (let unit = 0; unit < cluster.length; unit += 1) faces.push(face)
    styled += cluster
  }
  for (const { segment } of graphemes.segment(flat)) {
    const previous = faces.at(-1)
    // Emoji fonts have wide spaces.
    const keepsFace = segment === ' ' && previous?.has(0x20) && !previous.key.startsWith('noto-emoji')
    const face = keepsFace ? previous : chooseFace(segment, choice)
    if (face) {
      add(joinersOf(face, segment), face)
      continue
    }
    for (const character of segment.replaceAll(joiners, '')) {
      const own = chooseFace(character, choice)
      if (own) add(character, own)
      else for (const letter of codeOf(character)) add(letter, requireFace(letter, choice))
    }
  }
  const all = { text: styled, clusters, faces }
  if (!rightToLeft.test(styled)) return { ...all, isRightToLeft: false }
  const levels = bidi.getEmbeddingLevels(directed(styled))
  return { ...all, levels, isRightToLeft: (levels.paragraphs[0]?.level ?? 0) % 2 === 1 }
}

/** Most texts: one font has these characters, and each stands alone. */
export const plain = /^[\x20-\x7E\u00A1-\u00AC\u00AE-\u00FF\u2013\u2014\u2018-\u201D\u2026€]*$/
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFE]/

const styleAlike = (text: string, face: FontFace): StyledText => ({
  text,
  clusters: Array.from(text, (_, start) => ({ start, end: start + 1 })),
  faces: Array.from(text, () => face),
  isRightToLeft: false,
})

/** The runs of a part of the text from left to right. */
export function visualRuns(styled: StyledText, start: number, end: number): TextRun[] {
  const { text, faces, levels } = styled
  if (!levels) return logicalRuns(styled, start, end)
  const runs: { indices: number[]; face: FontFace; level: number }[] = []
  for (const index of visualOrder(levels, text, start, end)) {
    const [face, level] = [faces[index], levels.levels[index] ?? 0]
    if (!face) continue
    const last = runs.at(-1)
    if (last && last.face === face && last.level === level) last.indices.push(index)
    else runs.push({ indices: [index], face, level })
  }
  return runs.map(({ indices, face, level }) => {
    const isRightToLeft = level % 2 === 1
    const first = Math.min(...indices)
    if (!isRightToLeft)
      return { text: indices.map((index) => text[index]).join(''), face, isRightToLeft, start: first }
    // The font reverses letters of right-to-left scripts itself, but not signs on their own.
    const logical = indices
      .map((index) => bidi.getMirroredCharacter(text[index] ?? '') ?? text[index])
      .toReversed()
      .join('')
    const isLetters = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(logical)
    return { text: isLetters ? logical : reversed(logical), face, isRightToLeft, start: first }
  })
}

function logicalRuns({ text, faces }: StyledText, start: number, end: number): TextRun[] {
  const runs: TextRun[] = []
  let from = start
  for (let at = start; at < end; at += 1) {
    const face = faces[at]
    if (!face || (at + 1 < end && faces[at + 1] === face)) continue
    runs.push({ text: text.slice(from, at + 1), face, isRightToLeft: false, start: from })
    from = at + 1
  }
  return runs
}

function visualOrder(levels: EmbeddingLevels, text: string, start: number, end: number): number[] {
  const order = Array.from({ length: end - start }, (_, offset) => start + offset)
  for (const [first = 0, last = 0] of bidi.getReorderSegments(text, levels, start, end - 1)) {
    const flipped = order.slice(first - start, last - start + 1).toReversed()
    order.splice(first - start, flipped.length, ...flipped)
  }
  return order
}

const reversed = (text: string): string =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)
    .toReversed()
    .join('')

/** Joiners only where the font knows them. */
const joinersOf = (face: FontFace, cluster: string): string =>
  face.has(zeroWidthJoiner) ? cluster : cluster.replaceAll(joiners, '')

const codeOf = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

function requireFace(letter: string, choice: Parameters<typeof chooseFace>[1]): FontFace {
  const face = chooseFace(letter, choice)
  if (!face) throw new Error(`no font has ${letter}`)
  return face
}

/** The directions are read per UTF-16 unit: emoji are neutral, which their halves alone do not say. */
const directed = (text: string): string => text.replaceAll(/\p{Extended_Pictographic}/gu, emojiStandIn)
const emojiStandIn = (emoji: string): string => '☆'.repeat(emoji.length)
