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
  /** Points of space. */
  before?: number
  after?: number
  /** Begins a new page where less than this would be left below. */
  keep?: number
}

/** Lines through points of a field four by one. */
type Strokes = readonly (readonly (readonly [number, number])[])[]

// A4, in points.
const page = { width: 595, height: 842, margin: 56 }
const room = page.width - 2 * page.margin
const longest = 300
/** Of the words at the left that say what a text is. */
const labels = 96
const ink = rgb(0.05, 0.1, 0.09)
const muted = rgb(0.36, 0.42, 0.4)

// The font turns and joins letters by what a run begins with: words of the other direction are runs of their own.
const rightToLeft = /([\p{Script=Arabic}\p{Script=Hebrew}]+(?: [\p{Script=Arabic}\p{Script=Hebrew}]+)*)/u

/** Writes down a document from its top, a new page where one is full. It begins on a page of its own. */
export function createPen<Name extends string>(pdf: PDFDocument, fonts: Record<Name | 'text', PDFFont>) {
  let sheet: PDFPage = pdf.addPage([page.width, page.height])
  const sheets = [sheet]
  let y = page.height - page.margin

  function need(height: number): void {
    if (y - height >= page.margin) return
    sheet = pdf.addPage([page.width, page.height])
    sheets.push(sheet)
    y = page.height - page.margin
  }

  function drawLine(line: string, x: number, style: Style<Name>): void {
    const font = fonts[style.font ?? 'text']
    let at = x
    for (const run of line.split(rightToLeft)) {
      sheet.drawText(run, {
        x: at,
        y: y + style.size * 0.3,
        size: style.size,
        font,
        color: style.color ?? (style.muted ? muted : ink),
      })
      at += font.widthOfTextAtSize(run, style.size)
    }
  }

  /** The text in a column; on the height of its first line, what is drawn `before` and `beside` it, as it is read. */
  function writeLines(
    text: string,
    style: Style<Name>,
    column: { from?: number; width?: number; before?: () => void; beside?: () => void } = {},
  ): void {
    const { from = 0, width = room, before, beside } = column
    const font = fonts[style.font ?? 'text']
    const lineHeight = style.size * 1.4
    y -= style.before ?? 0
    need(Math.max(style.keep ?? 0, lineHeight))
    for (const [index, line] of wrap(printable(text, font), font, style.size, width).entries()) {
      need(lineHeight)
      y -= lineHeight
      if (index === 0) before?.()
      drawLine(line, page.margin + from, style)
      if (index === 0) beside?.()
    }
    y -= style.after ?? 0
  }

  return {
    write(text: string, style: Style<Name>): void {
      writeLines(text, style)
    },

    /** A text in a column of its own, and at its left what it is, in a word or two. */
    writeLabelled(label: string, text: string, style: Style<Name>): void {
      const before = () => drawLine(label, page.margin, { ...style, muted: true })
      writeLines(text, style, { from: labels, width: room - labels, before })
    },

    /** The text, and at the end of its first line an amount, which stands at the right margin. */
    writeBeside(text: string, amount: string, style: Style<Name>): void {
      const font = fonts[style.font ?? 'text']
      const line = printable(amount, font)
      const width = font.widthOfTextAtSize(line, style.size)
      const beside = () => drawLine(line, page.margin + room - width, style)
      writeLines(text, style, { width: room - width - 16, beside })
    },

    /** As large as it is, or as fits into the box, at the left margin. */
    picture(image: PDFImage, box: { width: number; height: number }): void {
      const scale = Math.min(1, box.width / image.width, box.height / image.height)
      const height = image.height * scale
      need(height + 8)
      sheet.drawImage(image, { x: page.margin, y: y - height, width: image.width * scale, height })
      y -= height + 8
    },

    /** A square of dark and light modules, `width` points wide. */
    modules(rows: readonly (readonly boolean[])[], width: number): void {
      need(width + 8)
      const side = width / rows.length
      for (const [row, cells] of rows.entries()) {
        for (const [column, isDark] of cells.entries()) {
          if (!isDark) continue
          const x = page.margin + column * side
          // A little larger than the grid: some readers leave hair lines between neighbours.
          const size = side * 1.02
          sheet.drawRectangle({ x, y: y - row * side - side, width: size, height: size, color: rgb(0, 0, 0) })
        }
      }
      y -= width + 8
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
        // A dot is a line too short to be seen as one; a line of no length is drawn by some readers only.
        const dot: readonly [number, number] = [first[0] + 0.005, first[1]]
        const line = (rest.length > 0 ? rest : [dot]).map((point) => `L ${at(point)}`).join(' ')
        sheet.drawSvgPath(`M ${at(first)} ${line}`, {
          x: page.margin,
          y,
          borderColor: color,
          borderWidth: 1.6,
          borderLineCap: LineCapStyle.Round,
        })
      }
      y -= scale + 8
    },

    /** `keep`: of what is to follow on the same page. */
    rule({ keep = 0 }: { keep?: number } = {}): void {
      need(12 + keep)
      sheet.drawLine({
        start: { x: page.margin, y: y - 2 },
        end: { x: page.width - page.margin, y: y - 2 },
        thickness: 0.7,
        color: muted,
      })
      y -= 12
    },

    /** Once all is written: at the foot of each page what it is of, where there are several; as much as a line has room for. */
    numberPages(title: string): void {
      if (sheets.length === 1) return
      const { text: font } = fonts
      for (const [index, each] of sheets.entries()) {
        const number = ` · page ${index + 1} of ${sheets.length}`
        const width = room - font.widthOfTextAtSize(`…${number}`, 8)
        const [line = '', ...rest] = wrap(printable(title, font), font, 8, width)
        const text = `${line}${rest.length > 0 ? '…' : ''}${number}`
        each.drawText(text, { x: page.margin, y: page.margin / 2, size: 8, font, color: muted })
      }
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

function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  // Nothing this long fits, and measuring it would take its time.
  const fits = (line: string) => line.length <= longest && font.widthOfTextAtSize(line, size) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    // A word may be wider than the page, such as an address somebody made up.
    const pieces = fits(word) ? [word] : broken(word, font, size, width)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  return line === '' ? lines : [...lines, line]
}

/** The word in pieces that fit, measured character by character: a whole is never wider than its parts. */
function broken(word: string, font: PDFFont, size: number, width: number): string[] {
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
