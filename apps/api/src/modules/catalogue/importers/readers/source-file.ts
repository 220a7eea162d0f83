import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'

/** A file that can be read several times: some formats say only at the end what their rows mean. */
export interface SourceFile {
  name: string
  open(): AsyncIterable<Uint8Array>
}

const chunkBytes = 64 * 1024

/** @throws the system's error when the path cannot be read, `RangeError` when it is no file */
export async function openSourceFile(path: string): Promise<SourceFile> {
  if (!(await stat(path)).isFile()) throw new RangeError('not a file')
  return { name: basename(path), open: () => createReadStream(path, { highWaterMark: chunkBytes }) }
}

export function sourceFileOf(name: string, content: string | Uint8Array): SourceFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return {
    name,
    async *open() {
      for (let from = 0; from < bytes.length; from += chunkBytes)
        yield bytes.subarray(from, from + chunkBytes)
    },
  }
}
