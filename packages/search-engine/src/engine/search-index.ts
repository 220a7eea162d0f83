import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { SearchRecord } from './records/record-values.ts'
import type { IndexSettings } from './settings.ts'
import { prepareLists } from './postings/posting-lists.ts'
import { copyRecords, replicaNames } from './replicas.ts'
import { createStore, type Store } from './store.ts'
import { createTurns } from './turns.ts'

/** One index: its settings and its searchable records. */
export interface SearchIndex {
  readonly store: Store
  readonly settings: IndexSettings
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Increases with every change. */
  readonly version: number
  put(record: SearchRecord): void
  remove(objectID: string): void
  clear(): void
  /** Merges these into the settings; resolves once searches use them. */
  changeSettings(settings: IndexSettings): Promise<void>
  /** Rebuilds the index when a third of its slots are stale; resolves when done. */
  compact(): Promise<void>
  /** Sorts the records and collects the lists of short words, so that the first searches are fast too. */
  prepare(): Promise<void>
}

/** The longest time that a rebuild may block the event loop. */
const sliceMs = 8
const minSlotsToRebuild = 2000

/** `replicaOf` finds an index that the setting `replicas` names. */
export function createSearchIndex(
  now: () => Date,
  initial: IndexSettings = {},
  replicaOf?: (name: string) => SearchIndex,
): SearchIndex {
  let settings = initial
  let replicas: readonly SearchIndex[] = []
  let store = createStore(settings)
  /** The store under construction; it receives every change too. */
  let next: { store: Store; untouched: Set<string>; isStale: boolean } | undefined
  let rebuilding: Promise<void> | undefined
  let updatedAt = now()
  let version = 0
  const createdAt = now()

  function touch(): void {
    version += 1
    updatedAt = now()
  }

  async function rebuildStore(): Promise<void> {
    for (;;) {
      const targetSettings = settings
      const from = store
      const target = createStore(targetSettings)
      const ids: string[] = []
      for (let slot = 0; slot < from.slots; slot += 1) {
        if (from.isLive(slot)) ids.push(from.recordIdAt(slot))
      }
      const pendingStore = { store: target, untouched: new Set(ids), isStale: false }
      next = pendingStore
      let until = performance.now() + sliceMs
      for (const id of ids) {
        // Records changed or removed during the rebuild are already up to date in the target.
        if (pendingStore.untouched.has(id)) {
          const slot = from.slotOf(id)
          if (slot !== undefined) target.put(from.recordAt(slot))
        }
        if (performance.now() > until) {
          await yieldToEventLoop()
          until = performance.now() + sliceMs
        }
        if (pendingStore.isStale) break
      }
      // Still receives changes.
      if (!pendingStore.isStale) await prepareStore(target)
      next = undefined
      if (pendingStore.isStale) continue
      store = target
      version += 1
      if (settings === targetSettings) return
    }
  }

  function rebuild(): Promise<void> {
    rebuilding ??= rebuildStore().finally(() => {
      rebuilding = undefined
    })
    return rebuilding
  }

  /** Fills new replicas. Changes reach them from the start, so that none is missed. */
  async function linkReplicas(): Promise<void> {
    const before = replicas
    replicas = replicaOf ? replicaNames(settings).map(replicaOf) : []
    await Promise.all(
      replicas
        .filter((replica) => !before.includes(replica))
        .map((replica) => copyRecords(() => store, replica)),
    )
  }

  return {
    prepare: () => prepareStore(store),
    get store() {
      return store
    },
    get settings() {
      return settings
    },
    createdAt,
    get updatedAt() {
      return updatedAt
    },
    get version() {
      return version
    },
    put(record) {
      const isChanged = store.put(record)
      next?.untouched.delete(record.objectID)
      next?.store.put(record)
      for (const replica of replicas) replica.put(record)
      if (isChanged) touch()
    },
    remove(objectID) {
      const isChanged = store.remove(objectID)
      next?.untouched.delete(objectID)
      next?.store.remove(objectID)
      for (const replica of replicas) replica.remove(objectID)
      if (isChanged) touch()
    },
    clear() {
      store = createStore(settings)
      if (next) next.isStale = true
      for (const replica of replicas) replica.clear()
      touch()
    },
    async changeSettings(changes) {
      const merged = { ...settings, ...changes }
      if (JSON.stringify(merged) === JSON.stringify(settings)) return rebuilding
      settings = merged
      touch()
      if (store.size === 0 && !rebuilding) store = createStore(settings)
      else await rebuild()
      await linkReplicas()
    },
    async compact() {
      for (const replica of replicas) await replica.compact()
      const { slots, size } = store
      return slots > minSlotsToRebuild && slots > size * 1.5 ? rebuild() : Promise.resolve()
    },
  }
}

async function prepareStore(store: Store): Promise<void> {
  if (store.order.isStale(store.slots)) await store.order.refresh(store.slots)
  await prepareLists(store, createTurns())
}
