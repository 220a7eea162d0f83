import { RefusedFileError } from './refused-file.ts'
import type { SourceFile } from './source-file.ts'

/**
 * Reads a file as text with LF line breaks and without a byte order mark.
 * @throws `RefusedFileError` for an empty or compressed file, and for bytes that are neither UTF-8 nor UTF-16
 */
export async function* readText(file: SourceFile): AsyncGenerator<string, void> {
  let decoder: TextDecoder | undefined
  let line = 1
  let isBlank = true
  let endsWithReturn = false
  for await (const bytes of file.open()) {
    decoder ??= decoderOf(bytes)
    let text = decode(decoder, bytes, line)
    if (text.includes('\0')) throw notText(line)
    // A CR at the end of a chunk may be half of a CRLF.
    if (endsWithReturn) text = `\r${text}`
    endsWithReturn = text.endsWith('\r')
    const normal = (endsWithReturn ? text.slice(0, -1) : text).replaceAll(/\r\n?/g, '\n')
    line += countLines(normal)
    isBlank &&= normal.trim() === ''
    if (normal !== '') yield normal
  }
  const rest = decoder ? decode(decoder, undefined, line) : ''
  if (isBlank && rest.trim() === '') throw new RefusedFileError(1, 'the file is empty')
  if (endsWithReturn || rest !== '') yield `${endsWithReturn ? '\n' : ''}${rest}`
}

export function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

function decoderOf(bytes: Uint8Array): TextDecoder {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  if (start.startsWith('1f8b') || start === '504b0304')
    throw new RefusedFileError(1, 'the file is compressed; decompress it first')
  const encoding = start.startsWith('fffe') ? 'utf-16le' : start.startsWith('feff') ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true })
}

function decode(decoder: TextDecoder, bytes: Uint8Array | undefined, line: number): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch {
    // The decoder does not report the position of the invalid byte.
    throw notText(line)
  }
}

const notText = (line: number) =>
  new RefusedFileError(line, 'from here on the file is not UTF-8 or UTF-16 text; save it as UTF-8')
