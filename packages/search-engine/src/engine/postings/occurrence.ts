// An occurrence of a word: last-of-list bit, only-word-of-its-text bit, attribute (10 bits), position (20 bits).
export const lastOccurrenceBit = 0x8000_0000
export const onlyWordBit = 0x4000_0000
const positionBits = 20
const maxPosition = 2 ** positionBits - 1
/** Attributes above this number are treated as this one. */
export const maxAttribute = 1023

export function packOccurrence(attribute: number, position: number, isOnly: boolean): number {
  const packed = (Math.min(attribute, maxAttribute) << positionBits) | Math.min(position, maxPosition)
  return (isOnly ? packed | onlyWordBit : packed) >>> 0
}

export const attributeOf = (occurrence: number): number => (occurrence >>> positionBits) & maxAttribute
export const positionOf = (occurrence: number): number => occurrence & maxPosition
export const isOnlyWord = (occurrence: number): boolean => (occurrence & onlyWordBit) !== 0
export const isLast = (occurrence: number): boolean => (occurrence & lastOccurrenceBit) !== 0
