import { expect, test } from 'vitest'
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { infoOfPdf, pagesOfPdf, textOfPdf } from '#api/test/harness/text-of-pdf.ts'
import { elementsOfPdf, flatten, openPdf } from '#api/test/harness/pdf-structure.ts'
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

async function strokesOfLastPage(bytes: Uint8Array): Promise<number> {
  const pdf = await openPdf(bytes)
  const page = await pdf.getPage(pdf.numPages)
  const { fnArray, argsArray } = await page.getOperatorList()
  await pdf.loadingTask.destroy()
  return fnArray.filter((operator, at) => operator === OPS.constructPath && argsArray[at][0] === OPS.stroke)
    .length
}

test('the same terms render to the same bytes, so their checksum can be verified', async () => {
  expect(await renderTerms(terms, 'Terrace')).toEqual(await renderTerms(terms, 'Terrace'))
  const changed = { ...terms, version: '2099-01' }
  expect(await renderTerms(changed, 'Terrace')).not.toEqual(await renderTerms(terms, 'Terrace'))
})

test('the certificate is an extra page after the terms', async () => {
  const source = await renderTerms(terms, 'Terrace')
  const { pdf } = await signDocument(source, terms, details)
  expect(await pagesOfPdf(pdf)).toBe((await pagesOfPdf(source)) + 1)
})

test.each([
  'Łukasz Żółć',
  'Şahin Ünal',
  'Nguyễn Thị',
  'Αθηνά',
  'Дмитрий',
  'מרים',
  'محمد',
  'श्री कृष्ण',
  'สมชาย',
  '東京 太郎',
  '王小明',
  'サトウ はな',
  '김철수',
  'Ann 😀',
])('the name %s is printed as written, as text and as signature', async (name) => {
  const source = await renderTerms(terms, 'Terrace')
  const signature = signatureInput.parse({ kind: 'typed', text: name })
  const { pdf } = await signDocument(source, terms, { ...details, name, signature })
  const lines = (await textOfPdf(pdf)).split('\n')
  expect(lines.filter((line) => line.normalize('NFC') === name)).toHaveLength(2)
})

test('a character that no font has is printed as its code point, and the metadata has the full name', async () => {
  const source = await renderTerms(terms, 'Terrace')
  const { pdf } = await signDocument(source, terms, { ...details, name: '𓀀 <&>' })
  expect(await textOfPdf(pdf)).toContain('[U+13000] <&>')
  expect((await infoOfPdf(pdf))['Keywords']).toContain('𓀀 <&>')
})

test('a reader hears the sections as headings and the drawn signature by its signer', async () => {
  const source = await renderTerms(terms, 'Terrace')
  const strokes = [[[0, 0.5], [3, 0.5]]] // prettier-ignore
  const signature = signatureInput.parse({ kind: 'drawn', strokes })
  const elements = flatten(
    await elementsOfPdf((await signDocument(source, terms, { ...details, signature })).pdf),
  )
  const headings = elements.filter(({ role }) => role === 'H1' || role === 'H2').map(({ text }) => text)
  expect(headings).toEqual([
    terms.title,
    ...terms.sections.map(({ title }, index) => `${index + 1}. ${title}`),
    'Certificate of signature',
  ])
  expect(elements.find(({ role }) => role === 'Figure')?.alt).toBe('Signature drawn by Ann Buyer')
})

test('ten thousand characters without a space are wrapped', async () => {
  const source = await renderTerms(terms, 'Terrace')
  const { pdf } = await signDocument(source, terms, { ...details, userAgent: 'x'.repeat(10_000) })
  expect(await pagesOfPdf(pdf)).toBeGreaterThan(4)
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
