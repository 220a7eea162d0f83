/** JSON that is put together from texts and bytes. */
export interface JsonBytes {
  readonly length: number
  text(json: string): void
  bytes(source: Buffer, from: number, to: number): void
  /** Removes what was written after a length. */
  truncate(length: number): void
  /** Everything written; nothing can be written afterwards. */
  take(): Buffer
}

/** Memory for many responses: allocating it for each costs more than writing a short one. */
interface Slab {
  buffer: Buffer
  used: number
}

const slabBytes = 256 * 1024
/** With less room, the next response starts a new slab. */
const minRoom = 64 * 1024
/** A character takes at most this many bytes. */
const maxCharacterBytes = 3

/** The slab that the next response is written into; one response at a time. */
let spare: Slab | undefined

const createSlab = (bytes: number): Slab => ({ buffer: Buffer.allocUnsafeSlow(bytes), used: 0 })

export function createJsonBytes(): JsonBytes {
  let slab = spare && spare.buffer.length - spare.used >= minRoom ? spare : createSlab(slabBytes)
  spare = undefined
  let { buffer, used: start } = slab
  let end = start

  function reserve(bytes: number): void {
    if (end + bytes <= buffer.length) return
    const length = end - start
    slab = createSlab(Math.max(slabBytes, (length + bytes) * 2))
    buffer.copy(slab.buffer, 0, start, end)
    buffer = slab.buffer
    start = 0
    end = length
  }

  return {
    get length() {
      return end - start
    },
    text(json) {
      reserve(json.length * maxCharacterBytes)
      end += buffer.write(json, end)
    },
    bytes(source, from, to) {
      reserve(to - from)
      end += source.copy(buffer, end, from, to)
    },
    truncate(length) {
      end = start + length
    },
    take() {
      slab.used = end
      spare = slab
      const taken = buffer.subarray(start, end)
      // A text written now would overwrite the next response.
      buffer = taken
      return taken
    },
  }
}
