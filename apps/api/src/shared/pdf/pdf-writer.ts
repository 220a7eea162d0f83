import { breakLines, type Paragraph, type TextLine } from './break-lines.ts'
import type { FontStyle } from './font-face.ts'
import { pageSize, type TaggedPdf } from './pdf-document.ts'
import { plain, type TextRun } from './styled-text.ts'

type Element = PDFKit.PDFStructureElement

interface Style {
  size: number
  font?: FontStyle
  /** What the text is; `P` unless stated. */
  tag?: 'H1' | 'H2' | 'H3' | 'P'
  muted?: boolean
  /** CSS hex. */
  color?: string
  /** In points. */
  spaceBefore?: number
  spaceAfter?: number
  /** Starts a new page when less than this is left, in points. */
  minSpace?: number
}

/** Polylines in a 4:1 box. */
type SignatureStrokes = readonly (readonly (readonly [number, number])[])[]

interface Table {
  element: Element
  headings: readonly [string, string]
  style: Style
  /** The first cell of the current row takes the texts that follow. */
  cell?: Element
}

const contentWidth = pageSize.width - 2 * pageSize.margin
const bottom = pageSize.height - pageSize.margin
const labelWidth = 96
const textColor = '#0d1a17'
const mutedColor = '#5c6b66'

/** Writes a document from top to bottom with automatic page breaks. The first page is new. */
export function createPdfWriter(pdf: TaggedPdf) {
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  let y = pageSize.margin
  let table: Table | undefined
  startPage()

  function startPage(): void {
    pdf.addPage()
    y = pageSize.margin
    if (table) repeatHeadings(table)
  }

  function ensureSpace(height: number): void {
    if (y + height > bottom) startPage()
  }

  function openElement(parent: Element, tag: string, options: PDFKit.Mixins.StructureElementOptions = {}) {
    const element = pdf.struct(tag, options)
    parent.add(element)
    return element
  }

  /** Draws as content of the element. */
  function mark(element: Element, tag: string, draw: () => void): void {
    const content = pdf.markStructureContent(tag)
    draw()
    pdf.endMarkedContent()
    element.add(content)
  }

  /** Draws what is not content, such as lines. */
  function markArtifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    pdf.markContent('Artifact', { type })
    draw()
    pdf.endMarkedContent()
  }

  function useFont({ face }: TextRun, size: number): void {
    pdf.registerFont(face.key, face.font)
    pdf.font(face.key, size)
  }

  // Without features, PDFKit lays out every word on its own from left to right.
  const optionsOf = ({ isRightToLeft }: TextRun) => (isRightToLeft ? { features: [] } : {})

  function layOut(text: string, { size, font = 'text' }: Style, width: number): Paragraph {
    const measure = (run: TextRun) => {
      useFont(run, size)
      return pdf.widthOfString(run.text, optionsOf(run))
    }
    return breakLines(text, { style: font, width, measure })
  }

  /** Draws a line whose box ends at `y`. Readers extract its text in the order in which it is drawn. */
  function drawLine({ runs, text }: TextLine, x: number, style: Style): void {
    let at = x
    // The glyphs of joined and reordered letters do not say what was written.
    const isComplex = !plain.test(text)
    if (isComplex) pdf.markContent('Span', { actual: text })
    const placed = runs.map((run) => {
      useFont(run, style.size)
      const place = at
      at += pdf.widthOfString(run.text, optionsOf(run))
      return { run, place }
    })
    for (const { run, place } of placed.toSorted((one, two) => one.run.start - two.run.start)) {
      useFont(run, style.size)
      pdf.fillColor(style.color ?? (style.muted ? mutedColor : textColor))
      const options = { ...optionsOf(run), lineBreak: false, baseline: 'alphabetic' } as const
      pdf.text(run.text, place, y - style.size * 0.3, options)
    }
    if (isComplex) pdf.endMarkedContent()
  }

  interface Column {
    from?: number
    width?: number
    /** Right-to-left text starts at the right. */
    alignsByDirection?: boolean
    /** Drawn at the height of the first line, in reading order. */
    before?: () => void
    alongside?: () => void
    onLine?: (line: TextLine, x: number) => void
  }

  function writeLines(element: Element, tag: string, text: string, style: Style, column: Column = {}): void {
    const { from = 0, width = contentWidth, alignsByDirection = false, before, alongside, onLine } = column
    const lineHeight = style.size * 1.4
    y += style.spaceBefore ?? 0
    ensureSpace(Math.max(style.minSpace ?? 0, lineHeight))
    const { lines, isRightToLeft } = layOut(text, style, width)
    for (const [index, line] of lines.entries()) {
      ensureSpace(lineHeight)
      y += lineHeight
      const indent = alignsByDirection && isRightToLeft ? width - line.width : 0
      const x = pageSize.margin + from + indent
      if (index === 0) before?.()
      mark(element, tag, () => drawLine(line, x, style))
      onLine?.(line, x)
      if (index === 0) alongside?.()
    }
    y += style.spaceAfter ?? 0
  }

  function repeatHeadings({ headings, style }: Table): void {
    const [first, second] = headings
    if (first === '') return
    y += style.size * 1.4
    markArtifact('Pagination', () => {
      for (const line of layOut(first, style, contentWidth).lines.slice(0, 1))
        drawLine(line, pageSize.margin, style)
      for (const line of layOut(second, style, contentWidth).lines.slice(0, 1))
        drawLine(line, pageSize.margin + contentWidth - line.width, style)
    })
    y += 4
  }

  /** A row of a text and, at the right margin, an amount. */
  function writeRow(
    [firstTag, secondTag]: readonly ['TH' | 'TD', 'TH' | 'TD'],
    [text, amount]: readonly [string, string],
    style: Style,
    scope?: 'Column',
  ): void {
    const row = table && openElement(table.element, 'TR')
    const options = scope ? { scope } : {}
    const cell = row ? openElement(row, firstTag, options) : openElement(root, 'P')
    const amountCell = row ? openElement(row, secondTag, options) : cell
    const { lines } = layOut(amount, style, contentWidth)
    const [line] = lines
    const amountWidth = line?.width ?? 0
    writeLines(cell, row ? firstTag : 'P', text, style, {
      width: contentWidth - amountWidth - 16,
      alongside: () => {
        const x = pageSize.margin + contentWidth - amountWidth
        if (line) mark(amountCell, row ? secondTag : 'P', () => drawLine(line, x, style))
      },
    })
    if (table) table.cell = cell
  }

  return {
    /** Inside a table, adds a paragraph to the first cell of the row that was written last. */
    write(text: string, style: Style): void {
      const tag = style.tag ?? 'P'
      const element = openElement(table?.cell ?? root, tag)
      writeLines(element, tag, text, style, { alignsByDirection: table === undefined })
    },

    writeLink(url: string, style: Style): void {
      const link = openElement(openElement(root, 'P'), 'Link')
      const onLine = (line: TextLine, x: number) => {
        const height = style.size * 1.4
        pdf.link(x, y - height, line.width, height, url, { structParent: link, Contents: pdfString(url) })
      }
      writeLines(link, 'Link', url, style, { onLine })
    },

    /** Starts a table of two columns. Headings that are not empty are shown on each page. */
    startTable(
      headings: readonly [string, string] = ['', ''],
      style: Style = { size: 8, muted: true },
    ): void {
      const started: Table = { element: openElement(root, 'Table'), headings, style }
      table = started
      if (headings[0] !== '') writeRow(['TH', 'TH'], headings, { ...style, spaceAfter: 2 }, 'Column')
    },

    endTable(): void {
      table = undefined
    },

    /** Writes a text with a short label to its left: in a table, the heading of the row. */
    writeLabelled(label: string, text: string, style: Style): void {
      const row = openElement(table?.element ?? root, table ? 'TR' : 'P')
      const labelTag = table ? 'TH' : 'Span'
      const valueTag = table ? 'TD' : 'Span'
      const labelCell = openElement(row, labelTag, table ? { scope: 'Row' } : {})
      const labelStyle: Style = { ...style, muted: true }
      const [line] = layOut(label, labelStyle, labelWidth).lines
      const valueCell = openElement(row, valueTag)
      writeLines(valueCell, valueTag, text, style, {
        from: labelWidth,
        width: contentWidth - labelWidth,
        before: () => {
          if (line) mark(labelCell, labelTag, () => drawLine(line, pageSize.margin, labelStyle))
        },
      })
    },

    /** Writes a text with an amount at the right margin of its first line: in a table, a row. */
    writeWithAmount(text: string, amount: string, style: Style): void {
      writeRow(['TD', 'TD'], [text, amount], style)
    },

    /** Draws at the left margin, scaled down to fit the box. */
    drawImage(bytes: Uint8Array, box: { width: number; height: number; alt: string }): void {
      const image = pdf.openImage(Buffer.from(bytes))
      const scale = Math.min(1, box.width / image.width, box.height / image.height)
      const [width, height] = [image.width * scale, image.height * scale]
      ensureSpace(height + 8)
      drawFigure(box.alt, { width, height }, () => pdf.image(image, pageSize.margin, y, { width, height }))
      y += height + 8
    },

    /** Draws a QR grid, `width` points wide. */
    drawQrCode(rows: readonly (readonly boolean[])[], { width, alt }: { width: number; alt: string }): void {
      ensureSpace(width + 8)
      const moduleSize = width / rows.length
      // Slightly larger than the grid, because some readers show hairlines between neighbours.
      const size = moduleSize * 1.02
      drawFigure(alt, { width, height: width }, () => {
        for (const [row, cells] of rows.entries())
          for (const [column, isDark] of cells.entries())
            if (isDark) pdf.rect(pageSize.margin + column * moduleSize, y + row * moduleSize, size, size)
        pdf.fill('#000000')
      })
      y += width + 8
    },

    /** Draws strokes in a 4:1 box, `width` points wide. */
    drawSignature(
      strokes: SignatureStrokes,
      { width, color, alt }: { width: number; color: string; alt: string },
    ): void {
      const scale = width / 4
      ensureSpace(scale + 8)
      drawFigure(alt, { width, height: scale }, () => {
        pdf.lineWidth(1.6).lineCap('round')
        for (const [first, ...rest] of strokes) {
          if (!first) continue
          pdf.moveTo(pageSize.margin + first[0] * scale, y + first[1] * scale)
          // A dot is a very short line: some readers do not draw lines of zero length.
          const dot: readonly [number, number] = [first[0] + 0.005, first[1]]
          for (const [x, pointY] of rest.length > 0 ? rest : [dot])
            pdf.lineTo(pageSize.margin + x * scale, y + pointY * scale)
          pdf.stroke(color)
        }
      })
      y += scale + 8
    },

    /** `minSpace`: space in points that must remain below on the same page. */
    drawRule({ minSpace = 0 }: { minSpace?: number } = {}): void {
      ensureSpace(12 + minSpace)
      markArtifact('Layout', () =>
        pdf
          .lineWidth(0.7)
          .lineCap('butt')
          .moveTo(pageSize.margin, y + 2)
          .lineTo(pageSize.width - pageSize.margin, y + 2)
          .stroke(mutedColor),
      )
      y += 12
    },

    newPage(): void {
      startPage()
    },

    /** Adds page numbers and the title to each page of a longer document. Call it last. */
    numberPages(title: string): void {
      const { count } = pdf.bufferedPageRange()
      if (count === 1) return
      const style: Style = { size: 8, muted: true }
      for (let page = 0; page < count; page += 1) {
        pdf.switchToPage(page)
        y = pageSize.height - pageSize.margin / 2 + style.size * 0.3
        const number = ` · page ${page + 1} of ${count}`
        const [suffix] = layOut(`…${number}`, style, contentWidth).lines
        const { lines } = layOut(title, style, contentWidth - (suffix?.width ?? 0))
        const [short] = lines
        const text = `${short?.text ?? ''}${lines.length > 1 ? '…' : ''}${number}`
        markArtifact('Pagination', () => {
          for (const line of layOut(text, style, pageSize.width).lines) drawLine(line, pageSize.margin, style)
        })
      }
    },
  }

  function drawFigure(alt: string, { width, height }: { width: number; height: number }, draw: () => void) {
    const { margin } = pageSize
    const bbox = [margin, y, margin + width, y + height]
    const options = { alt, bbox, placement: 'Block' }
    mark(openElement(root, 'Figure', options), 'Figure', draw)
  }
}

// PDFKit writes primitive strings as names.
const pdfString = (text: string): string => new String(text) as string

export type PdfWriter = ReturnType<typeof createPdfWriter>
