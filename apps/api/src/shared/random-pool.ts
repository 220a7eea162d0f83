import { randomFillSync } from 'node:crypto'

// Random bytes are drawn in blocks, because each draw is expensive; every byte is used once.
const pool = Buffer.alloc(4096)
let nextIndex = pool.length

export function randomByte(): number {
  return pool.readUInt8(take(1))
}

/** Hexadecimal digits, two per byte. */
export function randomHex(bytes: number): string {
  const from = take(bytes)
  return pool.toString('hex', from, from + bytes)
}

/** The position of as many unused bytes. */
function take(bytes: number): number {
  if (nextIndex + bytes > pool.length) {
    randomFillSync(pool)
    nextIndex = 0
  }
  nextIndex += bytes
  return nextIndex - bytes
}
