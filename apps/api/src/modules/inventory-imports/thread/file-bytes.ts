/** Random access to a file that is stored in parts of `partBytes`, the last one shorter. */
export interface FileBytes {
  size: number
  partCount: number
  /** The part with this number, from 0. */
  readPart(index: number): Promise<Uint8Array>
}

/** Size of every stored part except the last. */
export const partBytes = 8 * 1024 * 1024

/** A reader that stops early should not have to take a whole part. */
const pieceBytes = 256 * 1024

/** The whole file, piece by piece. */
export async function* allBytes(file: FileBytes): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < file.partCount; index += 1) {
    const part = await file.readPart(index)
    for (let at = 0; at < part.length; at += pieceBytes) yield part.subarray(at, at + pieceBytes)
  }
}

/** Keeps the last parts in memory: an archive is read from several places at once. */
export function cacheParts(file: FileBytes, kept = 3): FileBytes {
  const parts = new Map<number, Promise<Uint8Array>>()
  return {
    ...file,
    readPart(index) {
      const part = parts.get(index) ?? file.readPart(index)
      parts.delete(index)
      parts.set(index, part)
      const [oldest] = parts.keys()
      if (parts.size > kept && oldest !== undefined) parts.delete(oldest)
      return part
    },
  }
}

/** The bytes from `start` up to `end`, which is not included. */
export async function* bytesBetween(file: FileBytes, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end;) {
    const index = Math.floor(at / partBytes)
    const part = await file.readPart(index)
    const from = at - index * partBytes
    const piece = part.subarray(from, Math.min(part.length, from + end - at))
    if (piece.length === 0) throw new Error('the file is shorter than its size')
    yield piece
    at += piece.length
  }
}

/** A file that is in memory. */
export function bytesInMemory(bytes: Uint8Array): FileBytes {
  return {
    size: bytes.length,
    partCount: Math.ceil(bytes.length / partBytes),
    readPart: async (index) => bytes.subarray(index * partBytes, (index + 1) * partBytes),
  }
}
