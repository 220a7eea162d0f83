import { memoize } from '../memoize.ts'
import type { SearchRecord } from './record-values.ts'

/** Stores records as short texts: nested values, which many records share, are stored once. */
export interface RecordPacker {
  /** The same record gets the same text. */
  pack(record: SearchRecord): string
  unpack(text: string): SearchRecord
  /** The JSON of each attribute, without parsing any. Undefined for a record that is stored in one piece. */
  partsOf(text: string): RecordParts | undefined
  /** A nested value that records share, as JSON and parsed. */
  sharedJson(number: number): string
  sharedValue(number: number): unknown
  valueOf(field: Field, part: string): unknown
}

export interface RecordParts {
  /** The same array for all records with the same attributes. */
  fields: readonly Field[]
  /** By field: JSON, the number of a shared value, or such numbers with commas between them. */
  parts: readonly string[]
}

/** Further nested values are stored with their record. */
const maxShared = 500_000

/** Shared values that are kept ready; records that are read have them in common. */
const maxParsed = 20_000

/** A name and how its value is stored: as it is, as the number of a shared value, or as a list of such numbers. */
export interface Field {
  name: string
  kind: 'plain' | 'shared' | 'list'
}

export function createRecordPacker(): RecordPacker {
  const shared: string[] = []
  // Texts are not escaped as JSON, and have a map of their own.
  const numbersOfTexts = new Map<string, number>()
  const numbersOfJsons = new Map<string, number>()
  /** Objects that cannot change are recognised without serialising them again. */
  const numbersOfObjects = new WeakMap<object, number>()
  const shapes: (readonly Field[])[] = []
  const shapeNumbers = new Map<string, number>()

  function share(value: unknown): number | undefined {
    if (typeof value !== 'object' || value === null) return shareNew(value)
    const known = numbersOfObjects.get(value)
    if (known !== undefined) return known
    const number = shareNew(value)
    if (number !== undefined && isImmutable(value)) numbersOfObjects.set(value, number)
    return number
  }

  function shareNew(value: unknown): number | undefined {
    const isText = typeof value === 'string'
    const numbers = isText ? numbersOfTexts : numbersOfJsons
    const key = isText ? value : JSON.stringify(value)
    const known = numbers.get(key)
    if (known !== undefined) return known
    if (shared.length >= maxShared) return undefined
    numbers.set(key, shared.length)
    shared.push(isText ? JSON.stringify(value) : key)
    return shared.length - 1
  }

  function shapeOf(key: string, record: SearchRecord): number {
    const known = shapeNumbers.get(key)
    if (known !== undefined) return known
    shapeNumbers.set(key, shapes.length)
    shapes.push(Object.entries(record).flatMap(([name, value]) => fieldOf(name, value)))
    return shapes.length - 1
  }

  const sharedValue = memoize((number: number): unknown => JSON.parse(shared[number] ?? 'null'), maxParsed)

  function partsOf(text: string): RecordParts | undefined {
    if (text.startsWith('{')) return undefined
    // JSON has no line breaks.
    const [shape, ...parts] = text.split('\n')
    return { fields: shapes[Number(shape)] ?? [], parts }
  }

  function valueOf({ kind }: Field, part: string): unknown {
    if (kind === 'plain') return JSON.parse(part)
    return kind === 'shared' ? sharedValue(Number(part)) : numbersIn(part).map(sharedValue)
  }

  return {
    sharedJson: (number) => shared[number] ?? 'null',
    sharedValue,
    partsOf,
    valueOf,
    pack(record) {
      let shape = ''
      let packed = ''
      for (const name in record) {
        const value = record[name]
        if (value === undefined) continue
        if (value === null || typeof value !== 'object') {
          shape += `${name}\n`
          packed += `\n${JSON.stringify(value)}`
        } else if (Array.isArray(value)) {
          let numbers = ''
          for (const item of value) {
            const number = share(item ?? null)
            if (number === undefined) return JSON.stringify(record)
            numbers += numbers === '' ? number : `,${number}`
          }
          shape += `${name}\n[`
          packed += `\n${numbers}`
        } else {
          const number = share(value)
          if (number === undefined) return JSON.stringify(record)
          shape += `${name}\n{`
          packed += `\n${number}`
        }
      }
      return shapeOf(shape, record) + packed
    },
    unpack(text) {
      const packed = partsOf(text)
      // Serialised by `pack`.
      if (!packed) return JSON.parse(text) as SearchRecord
      const { fields, parts } = packed
      const entries = fields.map((field, index) => [field.name, valueOf(field, parts[index] ?? 'null')])
      return Object.fromEntries(entries) as SearchRecord
    },
  }
}

/** The numbers of a list of shared values. */
export const numbersIn = (part: string): number[] => (part === '' ? [] : part.split(',').map(Number))

function fieldOf(name: string, value: unknown): Field[] {
  if (value === undefined) return []
  if (value === null || typeof value !== 'object') return [{ name, kind: 'plain' }]
  return [{ name, kind: Array.isArray(value) ? 'list' : 'shared' }]
}

function isImmutable(value: object): boolean {
  const inner: unknown[] = Object.values(value)
  return (
    Object.isFrozen(value) &&
    inner.every((each) => typeof each !== 'object' || each === null || isImmutable(each))
  )
}
