import { createSearchIndex, type SearchIndex } from './search-index.ts'

/** All indexes of this process by name. */
export interface Indexes {
  find(name: string): SearchIndex | undefined
  /** Makes it where there is none. */
  ensure(name: string): SearchIndex
  drop(name: string): boolean
  /** Another number whenever anything in any of them has changed. */
  version(): number
  all(): readonly (readonly [string, SearchIndex])[]
}

export function createIndexes(now: () => Date): Indexes {
  const indexes = new Map<string, SearchIndex>()
  /** Of indexes that came and went. */
  let gone = 0
  return {
    find: (name) => indexes.get(name),
    ensure(name) {
      const known = indexes.get(name)
      if (known) return known
      const made = createSearchIndex(now)
      indexes.set(name, made)
      return made
    },
    drop(name) {
      gone += (indexes.get(name)?.version ?? 0) + 1
      return indexes.delete(name)
    },
    version() {
      let version = gone + indexes.size
      for (const index of indexes.values()) version += index.version
      return version
    },
    all: () => [...indexes],
  }
}
