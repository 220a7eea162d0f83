import { inflateSync } from 'node:zlib'
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import { expect, test } from 'vitest'
import { renderTerms, signDocument } from './document.ts'
import { buyerTerms } from './legal-text.ts'
import { signatureInput } from './signature.ts'

const terms = buyerTerms('Terrace')
const details = {
  brand: 'Terrace',
  envelopeId: 'env_1',
  name: 'Ann Buyer',
  email: 'ann@example.com',
  signedAt: new Date('2026-11-21T10:00:00Z'),
  ipAddress: '127.0.0.1',
  userAgent: 'Browser/1',
  signature: signatureInput.parse({ kind: 'typed', text: 'Ann Buyer' }),
}

/** Characters that a PDF reader can extract from the last page, from its fonts' ToUnicode maps. */
async function charactersOfLastPage(pdf: Uint8Array): Promise<string> {
  const document = await PDFDocument.load(pdf)
  const fonts = document.getPages().at(-1)?.node.Resources()?.lookup(PDFName.of('Font'), PDFDict)
  let found = ''
  for (const key of fonts?.keys() ?? []) {
    const map = fonts?.lookup(key, PDFDict).lookup(PDFName.of('ToUnicode'))
    if (!(map instanceof PDFRawStream)) continue
    const text = inflateSync(map.getContents()).toString('latin1')
    for (const [, hex = ''] of text.matchAll(/<[0-9a-f]{4}> <((?:[0-9a-f]{4})+)>/gi)) {
      // A ligature maps to several characters.
      for (const [unit] of hex.matchAll(/.{4}/g)) found += String.fromCharCode(Number.parseInt(unit, 16))
    }
  }
  return found
}

async function strokesOfLastPage(pdf: Uint8Array): Promise<number> {
  const document = await PDFDocument.load(pdf)
  const contents = document.getPages().at(-1)?.node.Contents()
  const streams = contents instanceof PDFArray ? contents.asArray() : []
  const text = streams
    .map((reference) => document.context.lookup(reference))
    .filter((stream) => stream instanceof PDFRawStream)
    .map((stream) => inflateSync(stream.getContents()).toString('latin1'))
    .join('\n')
  return [...text.matchAll(/ l$/gm)].length
}

test('the same terms render to the same bytes, so their checksum can be verified', async () => {
  expect(await renderTerms(terms, 'Terrace')).toEqual(await renderTerms(terms, 'Terrace'))
  const changed = { ...terms, version: '2099-01' }
  expect(await renderTerms(changed, 'Terrace')).not.toEqual(await renderTerms(terms, 'Terrace'))
})

test('the certificate is an extra page after the terms', async () => {
  const source = await renderTerms(terms, 'Terrace')
  const { pdf } = await signDocument(source, terms, details)
  const count = async (bytes: Uint8Array) => (await PDFDocument.load(bytes)).getPageCount()
  expect(await count(pdf)).toBe((await count(source)) + 1)
})

test.each(['Łukasz Żółć', 'Şahin Ünal', 'Nguyễn Thị', 'Αθηνά', 'Дмитрий', 'מרים'])(
  'the name %s is printed as written',
  async (name) => {
    const source = await renderTerms(terms, 'Terrace')
    const { pdf } = await signDocument(source, terms, { ...details, name })
    const printed = new Set(await charactersOfLastPage(pdf))
    expect(Array.from(name.replaceAll(' ', '')).filter((character) => !printed.has(character))).toEqual([])
  },
)

test('a missing glyph is printed as its code point, and the metadata has the full name', async () => {
  const source = await renderTerms(terms, 'Terrace')
  const { pdf } = await signDocument(source, terms, { ...details, name: '王 😀' })
  const printed = new Set(await charactersOfLastPage(pdf))
  expect(printed.has('王')).toBe(false)
  expect(Array.from('[U+738B]').filter((character) => !printed.has(character))).toEqual([])
  expect((await PDFDocument.load(pdf)).getKeywords()).toContain('王 😀')
})

test('ten thousand characters without a space are wrapped', async () => {
  const source = await renderTerms(terms, 'Terrace')
  const { pdf } = await signDocument(source, terms, { ...details, userAgent: 'x'.repeat(10_000) })
  expect((await PDFDocument.load(pdf)).getPageCount()).toBeGreaterThan(4)
})

test('a drawn signature renders every stroke, dots included', async () => {
  const source = await renderTerms(terms, 'Terrace')
  const drawn = (strokes: number[][][]) =>
    signDocument(source, terms, { ...details, signature: signatureInput.parse({ kind: 'drawn', strokes }) })
  const line = [
    [0, 0.5],
    [2, 0.5],
    [3, 0.1],
  ]
  const [one, two] = [await drawn([line]), await drawn([line, [[3.5, 0.5]]])]
  expect((await strokesOfLastPage(two.pdf)) - (await strokesOfLastPage(one.pdf))).toBe(1)
})
