/** Texts by number, as bytes in large buffers: the garbage collector would visit a million strings one by one. */
export interface TextPool {
  readonly size: number
  push(text: string): void
  at(number: number): string
}

const smallestChunk = 64 * 1024
const largestChunk = 4 * 1024 * 1024

export function createTextPool(): TextPool {
  const chunks: Buffer[] = []
  let used = 0
  let size = 0
  // By text.
  let chunkNumbers = new Uint32Array(256)
  let starts = new Uint32Array(256)
  let lengths = new Uint32Array(256)

  function chunkFor(length: number): Buffer {
    const last = chunks.at(-1)
    if (last && used + length <= last.length) return last
    const usual = Math.min(largestChunk, smallestChunk * 2 ** chunks.length)
    const chunk = Buffer.allocUnsafeSlow(Math.max(usual, length))
    chunks.push(chunk)
    used = 0
    return chunk
  }

  return {
    get size() {
      return size
    },
    push(text) {
      if (size === starts.length) {
        chunkNumbers = grown(chunkNumbers)
        starts = grown(starts)
        lengths = grown(lengths)
      }
      const length = Buffer.byteLength(text)
      chunkFor(length).write(text, used)
      chunkNumbers[size] = chunks.length - 1
      starts[size] = used
      lengths[size] = length
      used += length
      size += 1
    },
    at(number) {
      const start = starts[number] ?? 0
      return chunks[chunkNumbers[number] ?? 0]?.toString('utf8', start, start + (lengths[number] ?? 0)) ?? ''
    },
  }
}

function grown(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.ceil(numbers.length * 1.5))
  larger.set(numbers)
  return larger
}
