import type { SearchRecord } from './record-values.ts'

/** Stores records as short texts: nested values, which many records share, are stored once. */
export interface RecordPacker {
  /** The same record gets the same text. */
  pack(record: SearchRecord): string
  unpack(text: string): SearchRecord
}

/** Further nested values are stored with their record. */
const maxShared = 500_000

/** Shared values that are kept ready; records that are read have them in common. */
const maxParsed = 20_000

/** A name and how its value is stored: as it is, as the number of a shared value, or as a list of such numbers. */
type Field = readonly [name: string, kind: 'plain' | 'shared' | 'list']

export function createRecordPacker(): RecordPacker {
  const shared: string[] = []
  // Texts are not escaped as JSON, and have a map of their own.
  const numbersOfTexts = new Map<string, number>()
  const numbersOfJsons = new Map<string, number>()
  const parsed = new Map<number, unknown>()
  const shapes: (readonly Field[])[] = []
  const shapeNumbers = new Map<string, number>()

  function share(value: unknown): number | undefined {
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

  function read(number: unknown): unknown {
    // Written by `pack`.
    const at = number as number
    const known = parsed.get(at)
    if (known !== undefined) return known
    const value: unknown = JSON.parse(shared[at] ?? 'null')
    if (parsed.size >= maxParsed) parsed.clear()
    parsed.set(at, value)
    return value
  }

  return {
    pack(record) {
      let shape = ''
      const values: unknown[] = [0]
      for (const name in record) {
        const value = record[name]
        if (value === undefined) continue
        if (value === null || typeof value !== 'object') {
          shape += `${name}\n`
          values.push(value)
        } else if (Array.isArray(value)) {
          const list = value.map((item) => share(item ?? null))
          if (list.includes(undefined)) return JSON.stringify(record)
          shape += `${name}\n[`
          values.push(list)
        } else {
          const number = share(value)
          if (number === undefined) return JSON.stringify(record)
          shape += `${name}\n{`
          values.push(number)
        }
      }
      values[0] = shapeOf(shape, record)
      return JSON.stringify(values)
    },
    unpack(text) {
      // Serialised by `pack`.
      const packed = JSON.parse(text) as SearchRecord | unknown[]
      if (!Array.isArray(packed)) return packed
      const [shape, ...values] = packed
      const fields = shapes[shape as number] ?? []
      const entries = fields.map(([name, kind], index) => {
        const value = values[index]
        if (kind === 'plain') return [name, value]
        return [name, kind === 'shared' ? read(value) : (value as unknown[]).map(read)]
      })
      return Object.fromEntries(entries) as SearchRecord
    },
  }
}

function fieldOf(name: string, value: unknown): Field[] {
  if (value === undefined) return []
  if (value === null || typeof value !== 'object') return [[name, 'plain']]
  return [[name, Array.isArray(value) ? 'list' : 'shared']]
}
