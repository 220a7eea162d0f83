import { once } from 'node:events'
import PDFKit from 'pdfkit'

export interface DocumentInfo {
  title: string
  author: string
  subject?: string
  keywords?: string
  createdAt: Date
  modifiedAt?: Date
}

// A4, in points.
export const pageSize = { width: 595, height: 842, margin: 56 }

/** A tagged document (PDF/UA) in English without pages. The same calls give the same bytes. */
export class TaggedPdf extends PDFKit {
  private readonly chunks: Buffer[] = []

  constructor({ title, author, subject, keywords, createdAt, modifiedAt = createdAt }: DocumentInfo) {
    super({
      pdfVersion: '1.7',
      // The types lack this subset.
      subset: 'PDF/UA' as 'PDF/A-3',
      tagged: true,
      displayTitle: true,
      lang: 'en',
      autoFirstPage: false,
      bufferPages: true,
      size: [pageSize.width, pageSize.height],
      margin: 0,
      // Otherwise a font that is not embedded is the first.
      font: '',
      info: {
        Title: title,
        Author: author,
        ...(subject !== undefined && { Subject: subject }),
        ...(keywords !== undefined && { Keywords: keywords }),
        Creator: author,
        Producer: author,
        CreationDate: createdAt,
        ModDate: modifiedAt,
      },
    })
    this.on('data', (chunk: Buffer) => this.chunks.push(chunk))
  }

  /** PDFKit writes the information into XML as it is. */
  override endMetadata(): void {
    const info = this.info
    const escaped = Object.entries(info).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'string' ? escapeXml(value) : value,
    ])
    this.info = Object.fromEntries(escaped) as typeof info
    super.endMetadata()
    this.info = info
  }

  async finish(): Promise<Uint8Array> {
    const isEnded = once(this, 'end')
    this.end()
    await isEnded
    return Buffer.concat(this.chunks)
  }
}

// Control characters are not allowed in XML.
const escapeXml = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}￾￿]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
