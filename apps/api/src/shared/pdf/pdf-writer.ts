import {
  LineCapStyle,
  rgb,
  type Color,
  type PDFDocument,
  type PDFFont,
  type PDFImage,
  type PDFPage,
} from 'pdf-lib'

interface Style<Name extends string> {
  size: number
  font?: Name
  muted?: boolean
  color?: Color
  /** In points. */
  spaceBefore?: number
  spaceAfter?: number
  /** Starts a new page when less than this is left, in points. */
  minSpace?: number
}

/** Polylines in a 4:1 box. */
type SignatureStrokes = readonly (readonly (readonly [number, number])[])[]

// A4, in points.
const pageSize = { width: 595, height: 842, margin: 56 }
const contentWidth = pageSize.width - 2 * pageSize.margin
const maxLineLength = 300
const labelWidth = 96
const textColor = rgb(0.05, 0.1, 0.09)
const muted = rgb(0.36, 0.42, 0.4)

// The font shapes a run by its first characters, so right-to-left words need runs of their own.
const rightToLeft = /([\p{Script=Arabic}\p{Script=Hebrew}]+(?: [\p{Script=Arabic}\p{Script=Hebrew}]+)*)/u

/** Writes a document from top to bottom with automatic page breaks. The first page is new. */
export function createPdfWriter<Name extends string>(
  pdf: PDFDocument,
  fonts: Record<Name | 'text', PDFFont>,
) {
  let currentPage: PDFPage = pdf.addPage([pageSize.width, pageSize.height])
  const pages = [currentPage]
  let y = pageSize.height - pageSize.margin

  function ensureSpace(height: number): void {
    if (y - height >= pageSize.margin) return
    currentPage = pdf.addPage([pageSize.width, pageSize.height])
    pages.push(currentPage)
    y = pageSize.height - pageSize.margin
  }

  function drawLine(line: string, x: number, style: Style<Name>): void {
    const font = fonts[style.font ?? 'text']
    let at = x
    for (const run of line.split(rightToLeft)) {
      currentPage.drawText(run, {
        x: at,
        y: y + style.size * 0.3,
        size: style.size,
        font,
        color: style.color ?? (style.muted ? muted : textColor),
      })
      at += font.widthOfTextAtSize(run, style.size)
    }
  }

  /**
   * Writes the text in a column. `before` and `trailing` are drawn at the height of its first line, in reading order.
   */
  function writeLines(
    text: string,
    style: Style<Name>,
    column: { from?: number; width?: number; before?: () => void; trailing?: () => void } = {},
  ): void {
    const { from = 0, width = contentWidth, before, trailing } = column
    const font = fonts[style.font ?? 'text']
    const lineHeight = style.size * 1.4
    y -= style.spaceBefore ?? 0
    ensureSpace(Math.max(style.minSpace ?? 0, lineHeight))
    for (const [index, line] of wrap(printable(text, font), font, style.size, width).entries()) {
      ensureSpace(lineHeight)
      y -= lineHeight
      if (index === 0) before?.()
      drawLine(line, pageSize.margin + from, style)
      if (index === 0) trailing?.()
    }
    y -= style.spaceAfter ?? 0
  }

  return {
    write(text: string, style: Style<Name>): void {
      writeLines(text, style)
    },

    /** Writes a text with a short label to its left. */
    writeLabelled(label: string, text: string, style: Style<Name>): void {
      const before = () => drawLine(label, pageSize.margin, { ...style, muted: true })
      writeLines(text, style, { from: labelWidth, width: contentWidth - labelWidth, before })
    },

    /** Writes a text with an amount at the right margin of its first line. */
    writeWithAmount(text: string, amount: string, style: Style<Name>): void {
      const font = fonts[style.font ?? 'text']
      const line = printable(amount, font)
      const width = font.widthOfTextAtSize(line, style.size)
      const trailing = () => drawLine(line, pageSize.margin + contentWidth - width, style)
      writeLines(text, style, { width: contentWidth - width - 16, trailing })
    },

    /** Draws at the left margin, scaled down to fit the box. */
    drawImage(image: PDFImage, box: { width: number; height: number }): void {
      const scale = Math.min(1, box.width / image.width, box.height / image.height)
      const height = image.height * scale
      ensureSpace(height + 8)
      currentPage.drawImage(image, { x: pageSize.margin, y: y - height, width: image.width * scale, height })
      y -= height + 8
    },

    /** Draws a QR grid, `width` points wide. */
    drawQrCode(rows: readonly (readonly boolean[])[], width: number): void {
      ensureSpace(width + 8)
      const moduleSize = width / rows.length
      for (const [row, cells] of rows.entries()) {
        for (const [column, isDark] of cells.entries()) {
          if (!isDark) continue
          const x = pageSize.margin + column * moduleSize
          // Slightly larger than the grid, because some readers show hairlines between neighbours.
          const size = moduleSize * 1.02
          currentPage.drawRectangle({
            x,
            y: y - row * moduleSize - moduleSize,
            width: size,
            height: size,
            color: rgb(0, 0, 0),
          })
        }
      }
      y -= width + 8
    },

    /** Draws strokes in a 4:1 box, `width` points wide. */
    drawSignature(strokes: SignatureStrokes, { width, color }: { width: number; color: Color }): void {
      const scale = width / 4
      ensureSpace(scale + 8)
      for (const stroke of strokes) {
        const at = ([x, pointY]: readonly [number, number]) =>
          `${(x * scale).toFixed(2)} ${(pointY * scale).toFixed(2)}`
        const [first, ...rest] = stroke
        if (!first) continue
        // A dot is a very short line: some readers do not draw lines of zero length.
        const dot: readonly [number, number] = [first[0] + 0.005, first[1]]
        const line = (rest.length > 0 ? rest : [dot]).map((point) => `L ${at(point)}`).join(' ')
        currentPage.drawSvgPath(`M ${at(first)} ${line}`, {
          x: pageSize.margin,
          y,
          borderColor: color,
          borderWidth: 1.6,
          borderLineCap: LineCapStyle.Round,
        })
      }
      y -= scale + 8
    },

    /** `minSpace`: space in points that must remain below on the same page. */
    drawRule({ minSpace = 0 }: { minSpace?: number } = {}): void {
      ensureSpace(12 + minSpace)
      currentPage.drawLine({
        start: { x: pageSize.margin, y: y - 2 },
        end: { x: pageSize.width - pageSize.margin, y: y - 2 },
        thickness: 0.7,
        color: muted,
      })
      y -= 12
    },

    /** Adds page numbers and the title to each page of a longer document. Call it last. */
    numberPages(title: string): void {
      if (pages.length === 1) return
      const { text: font } = fonts
      for (const [index, each] of pages.entries()) {
        const number = ` · page ${index + 1} of ${pages.length}`
        const width = contentWidth - font.widthOfTextAtSize(`…${number}`, 8)
        const [line = '', ...rest] = wrap(printable(title, font), font, 8, width)
        const text = `${line}${rest.length > 0 ? '…' : ''}${number}`
        each.drawText(text, { x: pageSize.margin, y: pageSize.margin / 2, size: 8, font, color: muted })
      }
    },
  }
}

const characters = new WeakMap<PDFFont, ReadonlySet<number>>()

function charactersOf(font: PDFFont): ReadonlySet<number> {
  const cached = characters.get(font) ?? new Set(font.getCharacterSet())
  characters.set(font, cached)
  return cached
}

/** Replaces characters that the font lacks by their code point, so that none is lost. */
function printable(text: string, font: PDFFont): string {
  const cached = charactersOf(font)
  const flat = text.normalize('NFC').replaceAll(/\s+/g, ' ')
  return Array.from(flat, (character) => {
    const code = character.codePointAt(0) ?? 0
    return cached.has(code) ? character : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
  }).join('')
}

function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  // Text this long never fits, and measuring it is slow.
  const isNarrowEnough = (line: string) =>
    line.length <= maxLineLength && font.widthOfTextAtSize(line, size) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (isNarrowEnough(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    // A single word may be wider than the page.
    const pieces = isNarrowEnough(word) ? [word] : splitWord(word, font, size, width)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  return line === '' ? lines : [...lines, line]
}

/** Splits a word into pieces that fit. Measuring per character is safe: kerning only narrows text. */
function splitWord(word: string, font: PDFFont, size: number, width: number): string[] {
  const widths = new Map<string, number>()
  const pieces = ['']
  let used = 0
  for (const character of Array.from(word)) {
    const advance = widths.get(character) ?? font.widthOfTextAtSize(character, size)
    widths.set(character, advance)
    if (used + advance > width) {
      pieces.push('')
      used = 0
    }
    pieces[pieces.length - 1] += character
    used += advance
  }
  return pieces
}
