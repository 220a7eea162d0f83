import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font, type GlyphRun } from 'fontkit'
import converter from 'woff2sfnt-sfnt2woff'

export type FontStyle = 'text' | 'bold' | 'handwriting'

/** A font file with a part of a family's characters. */
export interface FontFace {
  /** Unique, also the name of the font in a document. */
  key: string
  font: Font
  has(codePoint: number): boolean
}

/** One file of a family: its characters are known before the file is read. */
interface FaceFile {
  key: string
  path: string
  ranges: readonly (readonly [first: number, last: number])[]
}

const require = createRequire(import.meta.url)
const files = new Map<string, readonly FaceFile[]>()
const faces = new Map<string, FontFace>()

const variants = { text: '400-normal', bold: '700-normal', handwriting: '400-italic' } as const

/** The file of a family that has all the characters; read when it is needed for the first time. */
export function findFace(
  family: string,
  style: FontStyle,
  codePoints: readonly number[],
): FontFace | undefined {
  for (const file of filesOf(family, style)) {
    const isListed = codePoints.every((code) =>
      file.ranges.some(([first, last]) => code >= first && code <= last),
    )
    if (!isListed) continue
    const face = faceOf(file)
    // The lists name some characters that the files do not have.
    if (codePoints.every((code) => face.has(code))) return face
  }
  return undefined
}

function filesOf(family: string, style: FontStyle): readonly FaceFile[] {
  const id = `${family}-${variants[style]}`
  const cached = files.get(id)
  if (cached) return cached
  const ranges = JSON.parse(
    readFileSync(require.resolve(`@fontsource/${family}/unicode.json`), 'utf8'),
  ) as Record<string, string>
  const read = Object.entries(ranges).map(([part, list]) => {
    const key = `${family}-${part.replaceAll(/[[\]]/g, '')}-${variants[style]}`
    return { key, path: `@fontsource/${family}/files/${key}.woff`, ranges: list.split(',').map(parseRange) }
  })
  files.set(id, read)
  return read
}

function parseRange(range: string): readonly [number, number] {
  const [first = '', last = first] = range.trim().slice('U+'.length).split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

function faceOf({ key, path }: FaceFile): FontFace {
  const cached = faces.get(key)
  if (cached) return cached
  // fontkit would decompress a table of a WOFF file again for every glyph.
  const font = create(converter.toSfnt(readFileSync(require.resolve(path))))
  if (!('layout' in font)) throw new Error(`${path} is a collection of fonts`)
  nameGlyphsAtUse(font)
  const face: FontFace = {
    key,
    font: withCachedLayout(font),
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
  }
  faces.set(key, face)
  return face
}

/**
 * fontkit keeps each glyph with the characters of its first use. Letters with and without an accent or dots share glyphs, so
 * later documents would show the letter of the line but contain another one, or none, as text.
 */
function nameGlyphsAtUse(font: Font): void {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints)
    return Object.assign(Object.create(glyph) as typeof glyph, { codePoints: [...codePoints] })
  }
}

/** Words come again in every document, and laying them out is most of the work. */
const maxCachedWords = 4000

function withCachedLayout(font: Font): Font {
  const cached = new Map<string, GlyphRun>()
  const layout: Font['layout'] = (text, ...options) => {
    const run = cached.get(text) ?? font.layout(text, ...options)
    if (cached.size >= maxCachedWords) cached.clear()
    cached.set(text, run)
    // PDFKit changes the positions of what it gets.
    const positions = run.positions.map((position) => ({ ...position }))
    return Object.assign(Object.create(Object.getPrototypeOf(run) as object) as GlyphRun, run, { positions })
  }
  return Object.assign(Object.create(font) as Font, { layout })
}
