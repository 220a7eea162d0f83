import { setImmediate as breathe } from 'node:timers/promises'
import type { SearchRecord } from './record-values.ts'
import type { IndexSettings } from './settings.ts'
import { createStore, type Store } from './store.ts'

/** One index: its records, its settings, and what is read of them. */
export interface SearchIndex {
  readonly store: Store
  readonly settings: IndexSettings
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Numbers every change: what was answered under another number may be out of date. */
  readonly version: number
  put(record: SearchRecord): void
  remove(objectID: string): void
  clear(): void
  /** Merges them into those that are set; resolves when searches obey them. */
  changeSettings(settings: IndexSettings): Promise<void>
  /** Makes the index anew where half of what it holds is out of date; resolves when that is done. */
  tidy(): Promise<void>
}

/** How long the process may be kept from other work at a time while an index is made anew. */
const sliceMs = 8
const fewSlots = 2000

export function createSearchIndex(now: () => Date, initial: IndexSettings = {}): SearchIndex {
  let settings = initial
  let store = createStore(settings)
  /** The one that is being made, which hears of every change too. */
  let next: { store: Store; untouched: Set<string>; isStale: boolean } | undefined
  let making: Promise<void> | undefined
  let updatedAt = now()
  let version = 0
  const createdAt = now()

  function touch(): void {
    version += 1
    updatedAt = now()
  }

  async function make(): Promise<void> {
    for (;;) {
      const wanted = settings
      const from = store
      const target = createStore(wanted)
      const ids: string[] = []
      for (let slot = 0; slot < from.slots; slot += 1) {
        if (from.isLive(slot)) ids.push(from.recordIdAt(slot))
      }
      const mine = { store: target, untouched: new Set(ids), isStale: false }
      next = mine
      let until = performance.now() + sliceMs
      for (const id of ids) {
        // Changed or removed meanwhile: the new one has heard of it.
        if (mine.untouched.has(id)) {
          const slot = from.slotOf(id)
          if (slot !== undefined) target.put(from.recordAt(slot))
        }
        if (performance.now() > until) {
          await breathe()
          until = performance.now() + sliceMs
        }
        if (mine.isStale) break
      }
      next = undefined
      if (mine.isStale) continue
      store = target
      version += 1
      if (settings === wanted) return
    }
  }

  function remake(): Promise<void> {
    making ??= make().finally(() => {
      making = undefined
    })
    return making
  }

  return {
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
      if (isChanged) touch()
    },
    remove(objectID) {
      const isChanged = store.remove(objectID)
      next?.untouched.delete(objectID)
      next?.store.remove(objectID)
      if (isChanged) touch()
    },
    clear() {
      store = createStore(settings)
      if (next) next.isStale = true
      touch()
    },
    changeSettings(changes) {
      const merged = { ...settings, ...changes }
      if (JSON.stringify(merged) === JSON.stringify(settings)) return making ?? Promise.resolve()
      settings = merged
      touch()
      if (store.size === 0 && !making) {
        store = createStore(settings)
        return Promise.resolve()
      }
      return remake()
    },
    tidy() {
      const { slots, size } = store
      return slots > fewSlots && slots > size * 1.5 ? remake() : Promise.resolve()
    },
  }
}
