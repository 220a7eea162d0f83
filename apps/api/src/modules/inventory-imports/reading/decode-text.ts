/** The file cannot be read as text; the message says what to do. */
export class UnreadableFile extends Error {
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.name = 'UnreadableFile'
  }
}

export type TextEncodingChoice = 'auto' | 'windows-1252'

/**
 * Text of a file, chunk by chunk. UTF-8 unless a byte order mark says UTF-16.
 * @throws `UnreadableFile` for spreadsheets, compressed files and other bytes that are not text
 */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array>,
  encoding: TextEncodingChoice = 'auto',
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let head = Buffer.alloc(0)
  for await (const chunk of chunks) {
    let bytes: Uint8Array = chunk
    if (!decoder) {
      head = Buffer.concat([head, chunk])
      if (head.length < 4) continue
      decoder = decoderOf(head, encoding)
      bytes = head
    }
    const text = decode(decoder, bytes, { stream: true })
    if (text !== '') yield text
  }
  decoder ??= decoderOf(head, encoding)
  const rest = head.length < 4 ? decode(decoder, head, {}) : decode(decoder, new Uint8Array(), {})
  if (rest !== '') yield rest
}

function decoderOf(head: Buffer, encoding: TextEncodingChoice): TextDecoder {
  const start = head.toString('latin1')
  if (start.startsWith('PK\u0003\u0004'))
    throw new UnreadableFile(
      'spreadsheet',
      'This is a spreadsheet or a zip file. Save the sheet as CSV (UTF-8)',
    )
  if (start.startsWith('\u001F\u008B'))
    throw new UnreadableFile('compressed', 'This file is compressed. Decompress it first')
  if (start.startsWith('\u00D0\u00CF\u0011\u00E0'))
    throw new UnreadableFile('spreadsheet', 'This is an old Excel file. Save the sheet as CSV (UTF-8)')
  if (start.startsWith('\u00FF\u00FE')) return new TextDecoder('utf-16le', { fatal: true })
  if (start.startsWith('\u00FE\u00FF')) return new TextDecoder('utf-16be', { fatal: true })
  if (encoding === 'windows-1252' && !start.startsWith('\u00EF\u00BB\u00BF'))
    return new TextDecoder('windows-1252')
  return new TextDecoder('utf-8', { fatal: true })
}

function decode(decoder: TextDecoder, bytes: Uint8Array, options: { stream?: boolean }): string {
  let text: string
  try {
    text = decoder.decode(bytes, options)
  } catch (error) {
    throw new UnreadableFile(
      'encoding',
      'This file is neither UTF-8 nor UTF-16. Save it as CSV (UTF-8), or set the profile’s encoding to Windows-1252',
      { cause: error },
    )
  }
  if (text.includes('\0'))
    throw new UnreadableFile('encoding', 'This file is not text. Save it as CSV (UTF-8)')
  return text
}
