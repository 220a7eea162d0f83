import { createSearchIndex, type SearchIndex } from './search-index.ts'

/** All indexes of this process by name. */
export interface Indexes {
  find(name: string): SearchIndex | undefined
  /** Makes it where there is none. */
  ensure(name: string): SearchIndex
  drop(name: string): boolean
  rename(from: string, to: string): void
  all(): readonly (readonly [string, SearchIndex])[]
}

export function createIndexes(now: () => Date): Indexes {
  const indexes = new Map<string, SearchIndex>()
  return {
    find: (name) => indexes.get(name),
    ensure(name) {
      const known = indexes.get(name)
      if (known) return known
      const made = createSearchIndex(now)
      indexes.set(name, made)
      return made
    },
    drop: (name) => indexes.delete(name),
    rename(from, to) {
      const index = indexes.get(from)
      if (!index) return
      indexes.delete(from)
      indexes.set(to, index)
    },
    all: () => [...indexes],
  }
}
