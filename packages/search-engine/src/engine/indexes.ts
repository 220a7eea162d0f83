import { createSearchIndex, type SearchIndex } from './search-index.ts'

/** The indexes of this process by name. */
export interface Indexes {
  find(name: string): SearchIndex | undefined
  /** Creates the index if it does not exist. */
  ensure(name: string): SearchIndex
  drop(name: string): boolean
  /** Changes whenever anything in any index changes. */
  version(): number
  all(): readonly (readonly [string, SearchIndex])[]
}

export function createIndexes(now: () => Date): Indexes {
  const indexes = new Map<string, SearchIndex>()
  /** Keeps the total version growing when an index is dropped. */
  let droppedVersions = 0

  function ensure(name: string): SearchIndex {
    const existing = indexes.get(name)
    if (existing) return existing
    const created = createSearchIndex(now, {}, ensure)
    indexes.set(name, created)
    return created
  }

  return {
    find: (name) => indexes.get(name),
    ensure,
    drop(name) {
      droppedVersions += (indexes.get(name)?.version ?? 0) + 1
      return indexes.delete(name)
    },
    version() {
      let version = droppedVersions + indexes.size
      for (const index of indexes.values()) version += index.version
      return version
    },
    all: () => [...indexes],
  }
}
