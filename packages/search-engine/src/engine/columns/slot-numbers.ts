/** One number by slot. */
export interface SlotNumbers<Numbers extends NumberArray> {
  /** By {@link chunkOf} of the slot. Chunks without values are missing, and the last ones may be shorter. */
  readonly chunks: readonly (Numbers | undefined)[]
  /** The missing value where none was set. */
  get(slot: number): number
  set(slot: number, value: number): void
}

type NumberArray = Float64Array | Uint32Array

const chunkBits = 12
const chunkLength = 2 ** chunkBits
const smallest = 64

/** The chunk of a slot, and its place there. */
export const chunkOf = (slot: number): number => slot >>> chunkBits
export const placeInChunk = (slot: number): number => slot & (chunkLength - 1)

/**
 * Numbers in chunks: one array would be copied when it is full, and the columns of an index are all full at the same
 * record. Chunks without values take no memory.
 */
function createSlotNumbers<Numbers extends NumberArray>(
  allocate: (length: number) => Numbers,
  missing: number,
): SlotNumbers<Numbers> {
  const chunks: (Numbers | undefined)[] = []

  /** The chunk with room for the place; the first one of a small index grows. */
  function chunkWith(number: number, place: number): Numbers {
    const known = chunks[number]
    if (known && place < known.length) return known
    let length = number === 0 ? smallest : chunkLength
    while (length <= place) length *= 2
    const chunk = allocate(length)
    if (known) chunk.set(known)
    while (chunks.length < number) chunks.push(undefined)
    chunks[number] = chunk
    return chunk
  }

  return {
    chunks,
    get: (slot) => chunks[chunkOf(slot)]?.[placeInChunk(slot)] ?? missing,
    set(slot, value) {
      const place = placeInChunk(slot)
      chunkWith(chunkOf(slot), place)[place] = value
    },
  }
}

/** NaN where no number was set. */
export const createSlotFloats = (): SlotNumbers<Float64Array> =>
  createSlotNumbers((length) => new Float64Array(length).fill(Number.NaN), Number.NaN)

/** Unsigned numbers of 32 bits; 0 where none was set. */
export const createSlotIntegers = (): SlotNumbers<Uint32Array> =>
  createSlotNumbers((length) => new Uint32Array(length), 0)
