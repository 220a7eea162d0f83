import { rgb, type Color, type PDFDocument, type PDFFont, type PDFPage } from 'pdf-lib'
import type { Strokes } from './signature.ts'

export interface Fonts {
  text: PDFFont
  bold: PDFFont
  hand: PDFFont
}

interface Style {
  size: number
  font?: keyof Fonts
  muted?: boolean
  color?: Color
  /** Points of space. */
  before?: number
  after?: number
  /** Begins a new page where less than this would be left below. */
  keep?: number
}

// A4, in points.
const page = { width: 595, height: 842, margin: 56 }
const ink = rgb(0.05, 0.1, 0.09)
const muted = rgb(0.36, 0.42, 0.4)

/** Writes down a document from its top, a new page where one is full. It begins on a page of its own. */
export function createPen(pdf: PDFDocument, fonts: Fonts) {
  let sheet: PDFPage = pdf.addPage([page.width, page.height])
  let y = page.height - page.margin

  function need(height: number): void {
    if (y - height >= page.margin) return
    sheet = pdf.addPage([page.width, page.height])
    y = page.height - page.margin
  }

  return {
    write(text: string, style: Style): void {
      const font = fonts[style.font ?? 'text']
      const lineHeight = style.size * 1.4
      y -= style.before ?? 0
      need(Math.max(style.keep ?? 0, lineHeight))
      for (const line of wrap(printable(text, font), font, style.size)) {
        need(lineHeight)
        y -= lineHeight
        sheet.drawText(line, {
          x: page.margin,
          y: y + style.size * 0.3,
          size: style.size,
          font,
          color: style.color ?? (style.muted ? muted : ink),
        })
      }
      y -= style.after ?? 0
    },

    /** Strokes of a field four by one, `width` points wide. */
    draw(strokes: Strokes, { width, color }: { width: number; color: Color }): void {
      const scale = width / 4
      need(scale + 8)
      for (const stroke of strokes) {
        const at = ([x, pointY]: readonly [number, number]) =>
          `${(x * scale).toFixed(2)} ${(pointY * scale).toFixed(2)}`
        const [first, ...rest] = stroke
        if (!first) continue
        // A dot is a line to itself.
        const line = (rest.length > 0 ? rest : [first]).map((point) => `L ${at(point)}`).join(' ')
        sheet.drawSvgPath(`M ${at(first)} ${line}`, {
          x: page.margin,
          y,
          borderColor: color,
          borderWidth: 1.6,
        })
      }
      y -= scale + 8
    },

    rule(): void {
      need(12)
      sheet.drawLine({
        start: { x: page.margin, y: y - 2 },
        end: { x: page.width - page.margin, y: y - 2 },
        thickness: 0.7,
        color: muted,
      })
      y -= 12
    },
  }
}

const characters = new WeakMap<PDFFont, ReadonlySet<number>>()

function charactersOf(font: PDFFont): ReadonlySet<number> {
  const known = characters.get(font) ?? new Set(font.getCharacterSet())
  characters.set(font, known)
  return known
}

/** What the font cannot print is told by its number: a box would say nothing, and leaving it out would be wrong. */
function printable(text: string, font: PDFFont): string {
  const known = charactersOf(font)
  const flat = text.normalize('NFC').replaceAll(/\s+/g, ' ')
  return Array.from(flat, (character) => {
    const code = character.codePointAt(0) ?? 0
    return known.has(code) ? character : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
  }).join('')
}

function wrap(text: string, font: PDFFont, size: number): string[] {
  const room = page.width - 2 * page.margin
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= room
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    // A word that is wider than the page, such as an address somebody made up.
    while (!fits(line)) {
      let count = line.length - 1
      while (count > 1 && !fits(line.slice(0, count))) count -= 1
      lines.push(line.slice(0, count))
      line = line.slice(count)
    }
  }
  return line === '' ? lines : [...lines, line]
}
