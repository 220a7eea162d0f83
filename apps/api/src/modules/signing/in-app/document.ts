import { createHash } from 'node:crypto'
import { TaggedPdf } from '#api/shared/pdf/pdf-document.ts'
import { createPdfWriter, type PdfWriter } from '#api/shared/pdf/pdf-writer.ts'
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

const ink = '#0d2659'

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Renders the unsigned terms, byte for byte the same for the same text. */
export async function renderTerms(terms: LegalText, brand: string): Promise<Uint8Array> {
  const pdf = new TaggedPdf(infoOf(terms, brand))
  writeTerms(createPdfWriter(pdf), terms, brand)
  return pdf.finish()
}

const infoOf = (terms: LegalText, brand: string) => ({
  title: `${brand}: ${terms.title}`,
  author: brand,
  subject: `Version ${terms.version}`,
  createdAt: new Date(`${terms.version}-01T00:00:00Z`),
})

function writeTerms(writer: PdfWriter, terms: LegalText, brand: string): void {
  writer.write(brand, { size: 10, muted: true })
  writer.write(terms.title, { tag: 'H1', size: 20, font: 'bold', spaceAfter: 4 })
  writer.write(`Version ${terms.version}`, { size: 10, muted: true, spaceAfter: 14 })
  for (const [index, { title, paragraphs }] of terms.sections.entries()) {
    writer.write(`${index + 1}. ${title}`, {
      tag: 'H2',
      size: 12,
      font: 'bold',
      spaceBefore: 8,
      spaceAfter: 3,
      minSpace: 40,
    })
    for (const paragraph of paragraphs) writer.write(paragraph, { size: 10, spaceAfter: 5 })
  }
}

/** Renders the terms with a certificate page: who signed what, when and from where, with the signature. */
export async function signDocument(
  source: Uint8Array,
  terms: LegalText,
  certificate: Certificate,
): Promise<SignedDocument> {
  const { brand, envelopeId, name, email, signedAt, ipAddress, userAgent, signature } = certificate
  const sourceSha256 = sha256(source)
  const pdf = new TaggedPdf({
    ...infoOf(terms, brand),
    keywords: [
      `signed by ${name} <${email}>`,
      `envelope ${envelopeId}`,
      `source sha-256 ${sourceSha256}`,
    ].join(', '),
    modifiedAt: signedAt,
  })
  const writer = createPdfWriter(pdf)
  writeTerms(writer, terms, brand)
  writer.newPage()
  writer.write(brand, { size: 10, muted: true })
  writer.write('Certificate of signature', { tag: 'H1', size: 20, font: 'bold', spaceAfter: 12 })
  writer.write(consent.text, { size: 10, spaceAfter: 14 })
  if (signature.kind === 'typed') {
    writer.write(signature.text, {
      size: 26,
      font: 'handwriting',
      spaceBefore: 10,
      spaceAfter: 6,
      color: ink,
    })
  } else
    writer.drawSignature(signature.strokes, {
      width: 240,
      color: ink,
      alt: `Signature drawn by ${name}`,
    })
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
  const bytes = await pdf.finish()
  return { pdf: bytes, sourceSha256, resultSha256: sha256(bytes) }
}
