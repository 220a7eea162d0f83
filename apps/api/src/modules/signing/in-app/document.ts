import { createHash } from 'node:crypto'
import { PDFDocument, rgb } from 'pdf-lib'
import { embedFonts } from '../../../shared/paper/fonts.ts'
import { createPen } from '../../../shared/paper/pen.ts'
import { consent, type LegalText } from './legal-text.ts'
import type { Signature } from './signature.ts'

export interface Certificate {
  brand: string
  envelopeId: string
  name: string
  email: string
  signedAt: Date
  address: string
  userAgent: string
  signature: Signature
}

export interface SignedDocument {
  pdf: Uint8Array
  /** SHA-256, hexadecimal: of the document as it was shown, and as it was signed. */
  sourceSha256: string
  resultSha256: string
}

const fontNames = ['text', 'bold', 'hand'] as const

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The terms as a document, without a signature: the same bytes for the same text. */
export async function drawTerms(terms: LegalText, brand: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const begun = new Date(`${terms.version}-01T00:00:00Z`)
  pdf.setTitle(`${brand}: ${terms.title}`)
  pdf.setSubject(`Version ${terms.version}`)
  pdf.setAuthor(brand)
  pdf.setProducer(brand)
  pdf.setCreator(brand)
  pdf.setLanguage('en')
  pdf.setCreationDate(begun)
  pdf.setModificationDate(begun)
  const pen = createPen(pdf, await embedFonts(pdf, fontNames))
  pen.write(brand, { size: 10, muted: true })
  pen.write(terms.title, { size: 20, font: 'bold', after: 4 })
  pen.write(`Version ${terms.version}`, { size: 10, muted: true, after: 14 })
  for (const [index, { title, paragraphs }] of terms.sections.entries()) {
    pen.write(`${index + 1}. ${title}`, { size: 12, font: 'bold', before: 8, after: 3, keep: 40 })
    for (const paragraph of paragraphs) pen.write(paragraph, { size: 10, after: 5 })
  }
  return pdf.save()
}

/** Adds the page that says who signed, when, from where and what, with the signature itself. */
export async function signDocument(
  source: Uint8Array,
  terms: LegalText,
  facts: Certificate,
): Promise<SignedDocument> {
  const { brand, envelopeId, name, email, signedAt, address, userAgent, signature } = facts
  const sourceSha256 = sha256(source)
  const pdf = await PDFDocument.load(source, { updateMetadata: false })
  pdf.setModificationDate(signedAt)
  // Also in a form that programs read, in full, whatever the font can print.
  pdf.setKeywords([
    `signed by ${name} <${email}>`,
    `envelope ${envelopeId}`,
    `source sha-256 ${sourceSha256}`,
  ])
  const pen = createPen(pdf, await embedFonts(pdf, fontNames))
  pen.write(brand, { size: 10, muted: true })
  pen.write('Certificate of signature', { size: 20, font: 'bold', after: 12 })
  pen.write(consent.text, { size: 10, after: 14 })
  if (signature.kind === 'typed') {
    pen.write(signature.text, { size: 26, font: 'hand', before: 10, after: 6, color: rgb(0.05, 0.15, 0.35) })
  } else pen.draw(signature.strokes, { width: 240, color: rgb(0.05, 0.15, 0.35) })
  pen.rule()
  const rows: [string, string][] = [
    ['Signed by', name],
    ['E-mail', email],
    ['Signature', signature.kind === 'typed' ? 'typed by the signer' : 'drawn by the signer'],
    ['Signed at', `${signedAt.toISOString().replace('T', ' ').slice(0, 19)} UTC`],
    ['Internet address', address],
    ['Browser', userAgent === '' ? 'not stated' : userAgent],
    ['Document', `${terms.title}, version ${terms.version}`],
    ['Consent', `version ${consent.version}`],
    ['Envelope', envelopeId],
    ['SHA-256 of the document before signing', sourceSha256],
  ]
  for (const [label, value] of rows) {
    pen.write(label, { size: 8, muted: true, before: 4, keep: 24 })
    pen.write(value, { size: 10, after: 2 })
  }
  pen.write(
    'The check sum of this document as it is now is kept in the audit record of the signing, which cannot be changed.',
    { size: 8, muted: true, before: 10 },
  )
  const bytes = await pdf.save()
  return { pdf: bytes, sourceSha256, resultSha256: sha256(bytes) }
}
