import { open } from 'node:fs/promises'
import { formatCount } from '@terrace/domain/tickets/format-count'

/** Far larger than any real file; a longer source can be split. */
const maxBytes = 8 * 1024 * 1024

/** Reads an import file of limited size, or returns why it cannot be read. */
export async function readSource(path: string): Promise<{ text: string } | { problem: string }> {
  try {
    const file = await open(path, 'r')
    try {
      const stat = await file.stat()
      if (!stat.isFile()) return { problem: `cannot read ${path}: not a file` }
      if (stat.size > maxBytes) {
        return {
          problem: `${path} is larger than ${formatCount(maxBytes)} bytes; split it and import the parts`,
        }
      }
      return decode(path, await file.readFile())
    } finally {
      // Closed explicitly: the import checker cannot parse `using` yet.
      await file.close()
    }
  } catch (error) {
    return { problem: `cannot read ${path}: ${error instanceof Error ? error.message : String(error)}` }
  }
}

function decode(path: string, bytes: Buffer): { text: string } | { problem: string } {
  const start = bytes.subarray(0, 4).toString('latin1')
  if (start.startsWith('\u001F\u008B') || start.startsWith('PK\u0003\u0004'))
    return { problem: `${path} is compressed; decompress it first` }
  const text = tryDecode(bytes)
  if (text === undefined || text.includes('\0'))
    return { problem: `${path} is not UTF-8 or UTF-16 text; convert it first` }
  return text.trim() === '' ? { problem: `${path} is empty` } : { text }
}

/** UTF-16 starts with a byte order mark. */
function encodingOf(bytes: Buffer): string {
  const start = bytes.subarray(0, 2).toString('hex')
  if (start === 'fffe') return 'utf-16le'
  return start === 'feff' ? 'utf-16be' : 'utf-8'
}

function tryDecode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    // The decoder does not report the position of the invalid byte.
    return undefined
  }
}
