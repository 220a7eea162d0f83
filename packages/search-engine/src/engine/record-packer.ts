import type { SearchRecord } from './record-values.ts'

/** Stores records as short texts: nested values, which many records share, are stored once. */
export interface RecordPacker {
  /** The same record gets the same text. */
  pack(record: SearchRecord): string
  unpack(text: string): SearchRecord
}

/** Further nested values are stored with their record. */
const maxShared = 500_000

/** A name and how its value is stored: as it is, as the number of a shared value, or as a list of such numbers. */
type Field = readonly [name: string, kind: 'plain' | 'shared' | 'list']

export function createRecordPacker(): RecordPacker {
  const shared: string[] = []
  const numbers = new Map<string, number>()
  const shapes: (readonly Field[])[] = []
  const shapeNumbers = new Map<string, number>()

  function share(value: unknown): number | undefined {
    const json = JSON.stringify(value)
    const known = numbers.get(json)
    if (known !== undefined) return known
    if (shared.length >= maxShared) return undefined
    numbers.set(json, shared.length)
    shared.push(json)
    return shared.length - 1
  }

  function shapeOf(fields: readonly Field[]): number {
    const key = JSON.stringify(fields)
    const known = shapeNumbers.get(key)
    if (known !== undefined) return known
    shapeNumbers.set(key, shapes.length)
    shapes.push(fields)
    return shapes.length - 1
  }

  // Written by `pack`.
  const read = (number: unknown): unknown => JSON.parse(shared[number as number] ?? 'null')

  return {
    pack(record) {
      const fields: Field[] = []
      const values: unknown[] = []
      for (const [name, value] of Object.entries(record)) {
        if (value === null || typeof value !== 'object') {
          if (value === undefined) continue
          fields.push([name, 'plain'])
          values.push(value)
        } else if (Array.isArray(value)) {
          const list = value.map((item) => share(item ?? null))
          if (list.includes(undefined)) return JSON.stringify(record)
          fields.push([name, 'list'])
          values.push(list)
        } else {
          const number = share(value)
          if (number === undefined) return JSON.stringify(record)
          fields.push([name, 'shared'])
          values.push(number)
        }
      }
      return JSON.stringify([shapeOf(fields), ...values])
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
