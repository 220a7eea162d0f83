import { inflateSync } from 'node:zlib'
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, type PDFPage } from 'pdf-lib'

/** Text of a document, one line per drawn piece. */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const pdf = await PDFDocument.load(bytes)
  return pdf.getPages().map(textOfPage).join('\n')
}

function textOfPage(page: PDFPage): string {
  const maps = glyphMaps(page)
  let map = new Map<string, string>()
  const lines: string[] = []
  for (const [, font, drawn] of contentOf(page).matchAll(/\/(\S+) [\d.]+ Tf|<([0-9A-Fa-f]*)> Tj/g)) {
    if (font !== undefined) map = maps.get(font) ?? new Map<string, string>()
    if (drawn !== undefined)
      lines.push(
        Array.from(drawn.toLowerCase().matchAll(/.{4}/g), ([glyph]) => map.get(glyph) ?? '?').join(''),
      )
  }
  return lines.join('\n')
}

function contentOf(page: PDFPage): string {
  const contents = page.node.Contents()
  const streams =
    contents instanceof PDFArray
      ? contents.asArray().map((reference) => page.doc.context.lookup(reference))
      : [contents]
  return streams
    .filter((stream) => stream instanceof PDFRawStream)
    .map((stream) => inflateSync(stream.getContents()).toString('latin1'))
    .join('\n')
}

/** Characters of each glyph, by font. */
function glyphMaps(page: PDFPage): Map<string, Map<string, string>> {
  const fonts = page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict)
  return new Map(
    (fonts?.keys() ?? []).map((key) => {
      const stream = fonts?.lookup(key, PDFDict).lookup(PDFName.of('ToUnicode'))
      const text = stream instanceof PDFRawStream ? inflateSync(stream.getContents()).toString('latin1') : ''
      const glyphs = Array.from(
        text.matchAll(/<([0-9a-f]{4})> <((?:[0-9a-f]{4})+)>/gi),
        ([, glyph = '', units = '']): [string, string] => [glyph.toLowerCase(), charactersOf(units)],
      )
      return [key.asString().slice(1), new Map(glyphs)]
    }),
  )
}

/** A ligature maps to several characters. */
function charactersOf(units: string): string {
  return Array.from(units.matchAll(/.{4}/g), ([unit]) => String.fromCharCode(Number.parseInt(unit, 16))).join(
    '',
  )
}
