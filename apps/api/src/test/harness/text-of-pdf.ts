import { openPdf } from './pdf-structure.ts'

/** Text of a document as a reader extracts it, one line per line of each column. */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const pdf = await openPdf(bytes)
  const lines: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    let line = ''
    for (const item of items) {
      if ('str' in item) line += item.str
      else if (item.type === 'endMarkedContent') {
        const printed = line.replaceAll(/\p{Cc}/gu, '').trim()
        if (printed !== '') lines.push(printed)
        line = ''
      }
    }
  }
  await pdf.loadingTask.destroy()
  return lines.join('\n')
}

export async function infoOfPdf(bytes: Uint8Array): Promise<Record<string, string>> {
  const pdf = await openPdf(bytes)
  const { info } = await pdf.getMetadata()
  await pdf.loadingTask.destroy()
  return info as Record<string, string>
}

export async function pagesOfPdf(bytes: Uint8Array): Promise<number> {
  const pdf = await openPdf(bytes)
  const { numPages } = pdf
  await pdf.loadingTask.destroy()
  return numPages
}
