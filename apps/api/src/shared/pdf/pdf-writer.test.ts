import { readFileSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { elementsOfPdf, flatten, openPdf } from '#api/test/harness/pdf-structure.ts'
import { pagesOfPdf, textOfPdf } from '#api/test/harness/text-of-pdf.ts'
import { TaggedPdf } from './pdf-document.ts'
import { createPdfWriter, type PdfWriter } from './pdf-writer.ts'

const info = { title: 'A <b> & "c"', author: 'Höhle & Söhne', createdAt: new Date('2026-11-28T10:00:00Z') }

async function render(write: (writer: PdfWriter) => void): Promise<Uint8Array> {
  const pdf = new TaggedPdf(info)
  write(createPdfWriter(pdf))
  return pdf.finish()
}

const printed = async (text: string) => textOfPdf(await render((writer) => writer.write(text, { size: 10 })))

test.each([
  ['Latin signs', '¡¿«Ça & là» – “it’s” — ‘so’ … € £ ¥ ½ ÷ ß'],
  ['currency signs', '₹ ₺ ₽ ₩ ₪ ₫ ₴ ฿'],
  ['Cyrillic, Greek and Chinese in one line', 'Динамо – Ολυμπιακός – 東京 – 김철수'],
])('prints %s as written', async (_, text) => {
  expect((await printed(text)).normalize('NFC')).toBe(text)
})

test('has the text of letters whose shape an earlier document used for others', async () => {
  await printed('ذذذ')
  expect(await printed('ددد')).toBe('ددد')
})

test('has the text of letters that an earlier document used only with an accent', async () => {
  await printed('ά έ ή ό ύ ώ')
  expect(await printed('α ε η ο υ ω')).toBe('α ε η ο υ ω')
})

test.each([
  ['brackets in Hebrew', 'סמי (כהן) 12'],
  ['Arabic in English', 'For محمد بن سلمان (VIP 12) & Co'],
  ['English in Arabic', 'عرض التذاكر في London Stadium بسعر £240.00'],
  ['an emoji in Arabic', 'محمد 😀 علي'],
  ['combining marks', 'שָׁלוֹם'],
])('has the text of %s for readers', async (_, text) => {
  const bytes = await render((writer) => writer.write(text, { size: 10 }))
  expect(actualTexts(bytes)).toEqual([text.normalize('NFC')])
})

function actualTexts(bytes: Uint8Array): string[] {
  const found: string[] = []
  const file = Buffer.from(bytes).toString('latin1')
  for (const [, stream = ''] of file.matchAll(/stream\n([\s\S]*?)\nendstream/g)) {
    const content = inflated(Buffer.from(stream, 'latin1'))
    for (const [, hex = ''] of content.matchAll(/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g))
      found.push(fromUtf16(hex.replaceAll(/\\([\s\S])/g, unescaped)))
  }
  return found
}

const unescaped = (_: string, character: string): string =>
  ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[character] ?? character

const fromUtf16 = (latin1: string): string =>
  Buffer.from(latin1, 'latin1').swap16().toString('utf16le').replace('\uFEFF', '')

function inflated(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1')
  } catch {
    return ''
  }
}

/** Words from left to right. */
async function wordsByPosition(text: string): Promise<string[]> {
  const pdf = await openPdf(await render((writer) => writer.write(text, { size: 10 })))
  const { items } = await (await pdf.getPage(1)).getTextContent()
  await pdf.loadingTask.destroy()
  return items
    .flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []))
    .toSorted((one, two) => Number(one.transform[4]) - Number(two.transform[4]))
    .flatMap(({ str }) => str.split(' '))
}

test('places right-to-left words from the right, and the numbers among them from the left', async () => {
  expect(await wordsByPosition('Row A אבג 12 Row B')).toEqual(['Row', 'A', '12', 'אבג', 'Row', 'B'])
})

test('breaks Chinese, Japanese and Thai texts between words, without spaces', async () => {
  for (const text of [
    '东京国立竞技场的座位数量有限，先到先得。'.repeat(8),
    'ขอบคุณที่ใช้บริการของเรา'.repeat(12),
  ]) {
    const lines = (await printed(text)).split('\n')
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).not.toMatch(/^[，。]/)
    expect(lines.join('').normalize('NFC')).toBe(text.normalize('NFC'))
  }
})

test('names the title and language, and escapes them in the metadata', async () => {
  const pdf = await openPdf(await render((writer) => writer.write('Text', { size: 10 })))
  const { info: read, metadata } = await pdf.getMetadata()
  expect(read).toMatchObject({ Title: info.title, Author: info.author, Language: 'en' })
  expect(metadata?.get('dc:title')).toBe(info.title)
  expect(metadata?.getRaw()).toContain('<pdfuaid:part>1</pdfuaid:part>')
  expect(await pdf.getMarkInfo()).toContainEqual(['Marked', true])
  await pdf.loadingTask.destroy()
})

test('tags headings, paragraphs, tables, links and figures', async () => {
  const bytes = await render((writer) => {
    writer.write('Title', { tag: 'H1', size: 20 })
    writer.startTable()
    writer.writeLabelled('Email', 'a@example.com', { size: 10 })
    writer.endTable()
    writer.startTable(['Tickets', 'Total'])
    writer.writeWithAmount('Two seats', '£12.00', { size: 10 })
    writer.write('Row 4', { size: 9 })
    writer.endTable()
    writer.drawQrCode([[true, false], [false, true]], { width: 90, alt: 'QR code' }) // prettier-ignore
    writer.writeLink('https://example.com/q', { size: 9 })
  })
  const elements = flatten(await elementsOfPdf(bytes)).filter(({ role }) => role !== 'Root')
  expect(elements.map(({ role, text, alt }) => `${role}: ${alt ?? text}`)).toEqual([
    'Document: ',
    'H1: Title',
    'Table: ',
    'TR: ',
    'TH: Email',
    'TD: a@example.com',
    'Table: ',
    'TR: ',
    'TH: Tickets',
    'TH: Total',
    'TR: ',
    'TD: Two seats',
    'P: Row 4',
    'TD: £12.00',
    'Figure: QR code',
    'P: ',
    'Link: https://example.com/q',
  ])
})

test('repeats the headings of a table on each page, once for screen readers', async () => {
  const bytes = await render((writer) => {
    writer.startTable(['Tickets', 'Total'])
    for (let row = 1; row <= 60; row += 1) writer.writeWithAmount(`Seat ${row}`, '£1.00', { size: 14 })
    writer.endTable()
  })
  const pages = await pagesOfPdf(bytes)
  expect(pages).toBeGreaterThan(1)
  expect((await textOfPdf(bytes)).match(/Tickets/g)).toHaveLength(pages)
  const headings = flatten(await elementsOfPdf(bytes)).filter(
    ({ role, text }) => role === 'TH' && text !== '',
  )
  expect(headings.map(({ text }) => text)).toEqual(['Tickets', 'Total'])
})

test('reads no fonts but the Latin one for a Latin text', async () => {
  const writerFile = new URL('pdf-writer.ts', import.meta.url).href
  const documentFile = new URL('pdf-document.ts', import.meta.url).href
  const script = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const read = fs.readFileSync
    const files = []
    fs.readFileSync = (file, ...rest) => { if (String(file).endsWith('.woff')) files.push(String(file)); return read(file, ...rest) }
    syncBuiltinESMExports()
    const { TaggedPdf } = await import(${JSON.stringify(documentFile)})
    const { createPdfWriter } = await import(${JSON.stringify(writerFile)})
    createPdfWriter(new TaggedPdf({ title: 'T', author: 'A', createdAt: new Date() })).write('Plain text – £12', { size: 9 })
    console.log(files.length, files[0])`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(stdout.trim()).toMatch(/^1 .*noto-sans-latin-400-normal\.woff$/)
})

test('embeds only the characters that are used', async () => {
  const file = readFileSync(
    new URL(
      import.meta.resolve('@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff'),
    ),
  )
  const bytes = await render((writer) => writer.write('محمد', { size: 10 }))
  expect(bytes.length).toBeLessThan(file.length / 3)
})
