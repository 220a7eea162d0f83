import { createHash } from 'node:crypto'
import { PDFDocument, rgb } from 'pdf-lib'
import { embedFonts } from '#api/shared/pdf/fonts.ts'
import { createPdfWriter } from '#api/shared/pdf/pdf-writer.ts'
import { consent, type LegalText } from './legal-text.ts'
import type { Signature } from './signature.ts'

export interface Certificate {
  brand: string
  envelopeId: string
  name: string
  email: string
  signedAt: Date
  ipAddress: string
  userAgent: string
  signature: Signature
}

export interface SignedDocument {
  pdf: Uint8Array
  /** Hex SHA-256 of the document as shown and as signed. */
  sourceSha256: string
  resultSha256: string
}

const fontNames = ['text', 'bold', 'handwriting'] as const

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Renders the unsigned terms, byte for byte the same for the same text. */
export async function renderTerms(terms: LegalText, brand: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const started = new Date(`${terms.version}-01T00:00:00Z`)
  pdf.setTitle(`${brand}: ${terms.title}`)
  pdf.setSubject(`Version ${terms.version}`)
  pdf.setAuthor(brand)
  pdf.setProducer(brand)
  pdf.setCreator(brand)
  pdf.setLanguage('en')
  pdf.setCreationDate(started)
  pdf.setModificationDate(started)
  const writer = createPdfWriter(pdf, await embedFonts(pdf, fontNames))
  writer.write(brand, { size: 10, muted: true })
  writer.write(terms.title, { size: 20, font: 'bold', spaceAfter: 4 })
  writer.write(`Version ${terms.version}`, { size: 10, muted: true, spaceAfter: 14 })
  for (const [index, { title, paragraphs }] of terms.sections.entries()) {
    writer.write(`${index + 1}. ${title}`, {
      size: 12,
      font: 'bold',
      spaceBefore: 8,
      spaceAfter: 3,
      minSpace: 40,
    })
    for (const paragraph of paragraphs) writer.write(paragraph, { size: 10, spaceAfter: 5 })
  }
  return pdf.save()
}

/** Appends the certificate page: who signed what, when and from where, with the signature. */
export async function signDocument(
  source: Uint8Array,
  terms: LegalText,
  certificate: Certificate,
): Promise<SignedDocument> {
  const { brand, envelopeId, name, email, signedAt, ipAddress, userAgent, signature } = certificate
  const sourceSha256 = sha256(source)
  const pdf = await PDFDocument.load(source, { updateMetadata: false })
  pdf.setModificationDate(signedAt)
  // Machine-readable and complete, even if a font lacks a glyph.
  pdf.setKeywords([
    `signed by ${name} <${email}>`,
    `envelope ${envelopeId}`,
    `source sha-256 ${sourceSha256}`,
  ])
  const writer = createPdfWriter(pdf, await embedFonts(pdf, fontNames))
  writer.write(brand, { size: 10, muted: true })
  writer.write('Certificate of signature', { size: 20, font: 'bold', spaceAfter: 12 })
  writer.write(consent.text, { size: 10, spaceAfter: 14 })
  if (signature.kind === 'typed') {
    writer.write(signature.text, {
      size: 26,
      font: 'handwriting',
      spaceBefore: 10,
      spaceAfter: 6,
      color: rgb(0.05, 0.15, 0.35),
    })
  } else writer.drawSignature(signature.strokes, { width: 240, color: rgb(0.05, 0.15, 0.35) })
  writer.drawRule()
  const rows: [string, string][] = [
    ['Signed by', name],
    ['Email', email],
    ['Signature', signature.kind === 'typed' ? 'typed by the signer' : 'drawn by the signer'],
    ['Signed at', `${signedAt.toISOString().replace('T', ' ').slice(0, 19)} UTC`],
    ['IP address', ipAddress],
    ['Browser', userAgent === '' ? 'not stated' : userAgent],
    ['Document', `${terms.title}, version ${terms.version}`],
    ['Consent', `version ${consent.version}`],
    ['Envelope', envelopeId],
    ['SHA-256 of the document before signing', sourceSha256],
  ]
  for (const [label, value] of rows) {
    writer.write(label, { size: 8, muted: true, spaceBefore: 4, minSpace: 24 })
    writer.write(value, { size: 10, spaceAfter: 2 })
  }
  writer.write('The checksum of the signed document is stored in the signing’s append-only audit record.', {
    size: 8,
    muted: true,
    spaceBefore: 10,
  })
  const bytes = await pdf.save()
  return { pdf: bytes, sourceSha256, resultSha256: sha256(bytes) }
}
