import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { stringsOf, type IndexSettings } from './settings.ts'
import type { SearchRecord } from './records/record-values.ts'
import type { Store } from './store.ts'

const slice = 200

/** The indexes that receive every record of an index: `virtual(by_price)` and `by_price` are the same here. */
export function replicaNames(settings: IndexSettings): string[] {
  return stringsOf(settings['replicas'])
    .map((name) => /^virtual\((.*)\)$/.exec(name)?.[1] ?? name)
    .filter((name) => name !== '')
}

interface RecordTarget {
  clear(): void
  put(record: SearchRecord): void
}

export async function copyRecords(from: () => Store, to: RecordTarget): Promise<void> {
  to.clear()
  const ids = from().ids()
  for (const [number, id] of ids.entries()) {
    const store = from()
    const slot = store.slotOf(id)
    if (slot !== undefined) to.put(store.recordAt(slot))
    if (number % slice === slice - 1) await yieldToEventLoop()
  }
}
