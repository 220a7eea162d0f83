import { inflateSync } from 'node:zlib'
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import { expect, test } from 'vitest'
import { drawTerms, signDocument } from './document.ts'
import { buyerTerms } from './legal-text.ts'
import { signatureInput } from './signature.ts'

const terms = buyerTerms('Terrace')
const facts = {
  brand: 'Terrace',
  envelopeId: 'env_1',
  name: 'Ann Buyer',
  email: 'ann@example.com',
  signedAt: new Date('2026-11-21T10:00:00Z'),
  address: '127.0.0.1',
  userAgent: 'Browser/1',
  signature: signatureInput.parse({ kind: 'typed', text: 'Ann Buyer' }),
}

/** The characters that a reader can find in the last page: those that its fonts map glyphs back to. */
async function charactersOfLastPage(pdf: Uint8Array): Promise<string> {
  const document = await PDFDocument.load(pdf)
  const fonts = document.getPages().at(-1)?.node.Resources()?.lookup(PDFName.of('Font'), PDFDict)
  let found = ''
  for (const key of fonts?.keys() ?? []) {
    const map = fonts?.lookup(key, PDFDict).lookup(PDFName.of('ToUnicode'))
    if (!(map instanceof PDFRawStream)) continue
    const text = inflateSync(map.getContents()).toString('latin1')
    for (const [, hex = ''] of text.matchAll(/<[0-9a-f]{4}> <((?:[0-9a-f]{4})+)>/gi)) {
      // A ligature stands for several.
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

test('the same terms are the same bytes, so that their check sum can be checked', async () => {
  expect(await drawTerms(terms, 'Terrace')).toEqual(await drawTerms(terms, 'Terrace'))
  const changed = { ...terms, version: '2026-12' }
  expect(await drawTerms(changed, 'Terrace')).not.toEqual(await drawTerms(terms, 'Terrace'))
})

test('the certificate is a page after the terms', async () => {
  const source = await drawTerms(terms, 'Terrace')
  const { pdf } = await signDocument(source, terms, facts)
  const count = async (bytes: Uint8Array) => (await PDFDocument.load(bytes)).getPageCount()
  expect(await count(pdf)).toBe((await count(source)) + 1)
})

test.each(['Łukasz Żółć', 'Şahin Ünal', 'Nguyễn Thị', 'Αθηνά', 'Дмитрий', 'מרים'])(
  'the name %s is printed as it is written',
  async (name) => {
    const source = await drawTerms(terms, 'Terrace')
    const { pdf } = await signDocument(source, terms, { ...facts, name })
    const printed = new Set(await charactersOfLastPage(pdf))
    expect(Array.from(name.replaceAll(' ', '')).filter((character) => !printed.has(character))).toEqual([])
  },
)

test('a character that no font of ours has is told by its number, and the whole name stands in the file', async () => {
  const source = await drawTerms(terms, 'Terrace')
  const { pdf } = await signDocument(source, terms, { ...facts, name: '王 😀' })
  const printed = new Set(await charactersOfLastPage(pdf))
  expect(printed.has('王')).toBe(false)
  expect(Array.from('[U+738B]').filter((character) => !printed.has(character))).toEqual([])
  expect((await PDFDocument.load(pdf)).getKeywords()).toContain('王 😀')
})

test('ten thousand characters without a space are broken into lines', async () => {
  const source = await drawTerms(terms, 'Terrace')
  const { pdf } = await signDocument(source, terms, { ...facts, userAgent: 'x'.repeat(10_000) })
  expect((await PDFDocument.load(pdf)).getPageCount()).toBeGreaterThan(4)
})

test('a drawn signature is drawn stroke by stroke, a dot included', async () => {
  const source = await drawTerms(terms, 'Terrace')
  const drawn = (strokes: number[][][]) =>
    signDocument(source, terms, { ...facts, signature: signatureInput.parse({ kind: 'drawn', strokes }) })
  const line = [
    [0, 0.5],
    [2, 0.5],
    [3, 0.1],
  ]
  const [one, two] = [await drawn([line]), await drawn([line, [[3.5, 0.5]]])]
  expect((await strokesOfLastPage(two.pdf)) - (await strokesOfLastPage(one.pdf))).toBe(1)
})
