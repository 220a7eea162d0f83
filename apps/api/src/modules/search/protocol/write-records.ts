import { randomBytes } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Indexes } from '../engine/indexes.ts'
import type { SearchRecord } from '../engine/record-values.ts'
import type { SearchIndex } from '../engine/search-index.ts'
import { badRequest } from './algolia-error.ts'
import type { IndexWrite } from './asked.ts'
import { applyPartial } from './partial-update.ts'

const actions = [
  'addObject',
  'updateObject',
  'partialUpdateObject',
  'partialUpdateObjectNoCreate',
  'deleteObject',
  'delete',
  'clear',
] as const
type Action = (typeof actions)[number]

export interface Operation {
  action: Action
  body: Readonly<Record<string, unknown>>
}

const maxRecordBytes = 100_000
const slice = 100

/** Reads one entry of a batch. Throws an {@link AlgoliaError} 400 that names its place. */
export function readOperation(value: unknown, place: number): Operation {
  if (value === null || typeof value !== 'object') throw badRequest(`requests[${place}]: expected an object`)
  const { action, body = {} } = value as { action?: unknown; body?: unknown }
  const known = actions.find((each) => each === action)
  if (!known) throw badRequest(`requests[${place}]: Invalid action, expected one of ${actions.join(', ')}`)
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw badRequest(`requests[${place}]: Invalid body, expected an object`)
  }
  const operation = { action: known, body: { ...body } }
  check(operation, place)
  return operation
}

function check({ action, body }: Operation, place: number): void {
  const id = body['objectID']
  const needsId = action !== 'addObject' && action !== 'delete' && action !== 'clear'
  const isId = typeof id === 'string' ? id !== '' : typeof id === 'number'
  if (id === undefined && !needsId) return
  if (!isId) throw badRequest(`requests[${place}]: Invalid objectID, expected a string`)
  const size = Buffer.byteLength(JSON.stringify(body))
  if (size > maxRecordBytes) {
    throw badRequest(
      `Record at the position ${place} objectID=${String(id).slice(0, 100)} is too big size=${size}/${maxRecordBytes} bytes`,
    )
  }
}

export interface Plan {
  /** Of the records, for each operation its own. */
  ids: string[]
  isCleared: boolean
  records: Map<string, SearchRecord | null>
}

/** What the operations, one after the other, make of the index; nothing is changed yet. */
export function planOf(index: SearchIndex | undefined, operations: readonly Operation[]): Plan {
  const plan: Plan = { ids: [], isCleared: false, records: new Map() }
  const before = (objectID: string): SearchRecord | undefined => {
    const made = plan.records.get(objectID)
    if (made !== undefined || plan.isCleared) return made ?? undefined
    return index && recordOf(index, objectID)
  }
  for (const { action, body } of operations) {
    const given = body['objectID']
    const objectID = given === undefined ? randomBytes(7).toString('hex') : `${given as string | number}`
    plan.ids.push(objectID)
    switch (action) {
      case 'addObject':
      case 'updateObject':
        plan.records.set(objectID, { ...body, objectID })
        break
      case 'partialUpdateObject':
      case 'partialUpdateObjectNoCreate': {
        const known = before(objectID)
        if (known || action === 'partialUpdateObject') {
          plan.records.set(objectID, { ...applyPartial(known ?? {}, body), objectID })
        }
        break
      }
      case 'deleteObject':
        plan.records.set(objectID, null)
        break
      case 'delete':
      case 'clear':
        plan.isCleared = true
        plan.records.clear()
    }
  }
  return plan
}

/** Shows in the indexes what has been kept. */
export async function carryOut(indexes: Indexes, writes: readonly IndexWrite[]): Promise<void> {
  for (const { index: name, isDropped, isCleared, settings, records } of writes) {
    if (isDropped) {
      indexes.drop(name)
      continue
    }
    const index = indexes.ensure(name)
    if (isCleared) index.clear()
    if (settings) await index.changeSettings(settings)
    let done = 0
    for (const [objectID, record] of records ?? []) {
      if (record) index.put(record)
      else index.remove(objectID)
      done += 1
      if (done % slice === 0) await breathe()
    }
    await index.tidy()
  }
}

export function recordOf(index: SearchIndex, objectID: string): SearchRecord | undefined {
  const slot = index.store.slotOf(objectID)
  return slot === undefined ? undefined : index.store.recordAt(slot)
}
