import { open } from 'node:fs/promises'
import { formatCount } from '@terrace/domain/tickets'

/** More than any file of ours by far; a source that is longer can be cut in two. */
const mostBytes = 8 * 1024 * 1024

/** The text of a file that is to be imported, or in words why it cannot be read. Never reads more than a few megabytes. */
export async function readSource(path: string): Promise<{ text: string } | { problem: string }> {
  try {
    const file = await open(path, 'r')
    try {
      const stat = await file.stat()
      if (!stat.isFile()) return { problem: `${path} cannot be read: it is no file` }
      if (stat.size > mostBytes) {
        return { problem: `${path} is larger than ${formatCount(mostBytes)} bytes: import it in parts` }
      }
      return decode(path, await file.readFile())
    } finally {
      // By hand: the tool that reads who imports whom does not understand `using` yet.
      await file.close()
    }
  } catch (error) {
    return { problem: `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}

function decode(path: string, bytes: Buffer): { text: string } | { problem: string } {
  const start = bytes.subarray(0, 4).toString('latin1')
  if (start.startsWith('\u001F\u008B') || start.startsWith('PK\u0003\u0004'))
    return { problem: `${path} is compressed: unpack it first` }
  const text = tryDecode(bytes)
  if (text === undefined || text.includes('\0'))
    return { problem: `${path} is not UTF-8 text: save it in that encoding first` }
  return text.trim() === '' ? { problem: `${path} is empty` } : { text }
}

function tryDecode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // The decoder only says that there is a wrong byte, not which.
    return undefined
  }
}
