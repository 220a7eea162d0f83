import { createNumberColumn, type NumberColumn } from './columns.ts'
import type { SearchRecord } from '../records/record-values.ts'

/** The numbers of all attributes, each path with a column. */
export interface NumberColumns {
  get(path: string): NumberColumn | undefined
  put(slot: number, record: SearchRecord): void
}

/** Further numeric attributes are stored but cannot be filtered or sorted by. */
const maxColumns = 500

/** The numbers that the current record has at a path. */
interface Leaf {
  column: ReturnType<typeof createNumberColumn> | undefined
  numbers: number[]
}

/** One attribute of a record or an object in it. The tree saves joining the names of each record. */
interface PathNode {
  path: string
  children: Map<string, PathNode>
  leaf: Leaf | undefined
}

export function createNumberColumns(): NumberColumns {
  const leaves = new Map<string, Leaf>()
  const root: PathNode = { path: '', children: new Map(), leaf: undefined }
  const touched: Leaf[] = []
  let columns = 0

  function leafAt(path: string): Leaf {
    const known = leaves.get(path)
    if (known) return known
    const column = columns < maxColumns ? createNumberColumn() : undefined
    if (column) columns += 1
    const leaf = { column, numbers: [] }
    leaves.set(path, leaf)
    return leaf
  }

  function childOf(node: PathNode, name: string): PathNode {
    const known = node.children.get(name)
    if (known) return known
    const path = node.path === '' ? name : `${node.path}.${name}`
    const child: PathNode = { path, children: new Map(), leaf: undefined }
    node.children.set(name, child)
    return child
  }

  function collect(value: unknown, node: PathNode): void {
    if (typeof value === 'number') {
      const leaf = (node.leaf ??= leafAt(node.path))
      if (leaf.numbers.push(value) === 1) touched.push(leaf)
    } else if (Array.isArray(value)) {
      // Array elements share the path of the array.
      for (const item of value) if (typeof item !== 'string') collect(item, node)
    } else if (typeof value === 'object' && value !== null) {
      // Records are JSON.
      const object = value as Readonly<Record<string, unknown>>
      for (const name in object) {
        const inner = object[name]
        if (typeof inner === 'number' || typeof inner === 'object') collect(inner, childOf(node, name))
      }
    }
  }

  return {
    get: (path) => leaves.get(path)?.column,
    put(slot, record) {
      collect(record, root)
      for (const { column, numbers } of touched) {
        column?.put(slot, numbers)
        numbers.length = 0
      }
      touched.length = 0
    },
  }
}
