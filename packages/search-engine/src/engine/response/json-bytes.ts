/** JSON that is put together from texts and bytes. */
export interface JsonBytes {
  readonly length: number
  text(json: string): void
  bytes(source: Buffer, from: number, to: number): void
  /** Removes what was written after a length. */
  truncate(length: number): void
  /** A copy of everything written; nothing can be written afterwards. */
  take(): Buffer
}

const smallest = 64 * 1024
/** A character takes at most this many bytes. */
const maxCharacterBytes = 3

/** The buffer of the last response, reused by the next one: most responses are about as long. */
let spare: Buffer | undefined

export function createJsonBytes(): JsonBytes {
  let buffer = spare ?? Buffer.allocUnsafeSlow(smallest)
  spare = undefined
  let length = 0

  function reserve(bytes: number): void {
    if (length + bytes <= buffer.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, length + bytes))
    buffer.copy(larger, 0, 0, length)
    buffer = larger
  }

  return {
    get length() {
      return length
    },
    text(json) {
      reserve(json.length * maxCharacterBytes)
      length += buffer.write(json, length)
    },
    bytes(source, from, to) {
      reserve(to - from)
      length += source.copy(buffer, length, from, to)
    },
    truncate(end) {
      length = end
    },
    take() {
      const taken = Buffer.allocUnsafeSlow(length)
      buffer.copy(taken, 0, 0, length)
      if (buffer.length === smallest) spare = buffer
      buffer = taken
      return taken
    },
  }
}
