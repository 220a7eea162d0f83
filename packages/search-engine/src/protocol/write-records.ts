import { randomBytes } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Indexes } from '../engine/indexes.ts'
import type { SearchRecord } from '../engine/records/record-values.ts'
import type { SearchIndex } from '../engine/search-index.ts'
import { badRequest } from './algolia-error.ts'
import type { IndexWrite } from './request-context.ts'
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

/**
 * Validates one entry of a batch.
 * @throws AlgoliaError 400 that names its position
 */
export function readOperation(value: unknown, position: number): Operation {
  if (value === null || typeof value !== 'object')
    throw badRequest(`requests[${position}]: expected an object`)
  const { action, body = {} } = value as { action?: unknown; body?: unknown }
  const existing = actions.find((each) => each === action)
  if (!existing)
    throw badRequest(`requests[${position}]: Invalid action, expected one of ${actions.join(', ')}`)
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw badRequest(`requests[${position}]: Invalid body, expected an object`)
  }
  const operation = { action: existing, body: { ...body } }
  check(operation, position)
  return operation
}

function check({ action, body }: Operation, position: number): void {
  const id = body['objectID']
  const needsId = action !== 'addObject' && action !== 'delete' && action !== 'clear'
  const isId = typeof id === 'string' ? id !== '' : typeof id === 'number'
  if (id === undefined && !needsId) return
  if (!isId) throw badRequest(`requests[${position}]: Invalid objectID, expected a string`)
  const size = Buffer.byteLength(JSON.stringify(body))
  if (size > maxRecordBytes) {
    throw badRequest(
      `Record at the position ${position} objectID=${String(id).slice(0, 100)} is too big size=${size}/${maxRecordBytes} bytes`,
    )
  }
}

export interface WritePlan {
  /** The object id of each operation, in order. */
  ids: string[]
  /** Whether the index is deleted first, with its settings. */
  isDropped: boolean
  isCleared: boolean
  records: Map<string, SearchRecord | null>
}

/** Computes the result of the operations, in order, without changing the index. */
export function planOf(index: SearchIndex | undefined, operations: readonly Operation[]): WritePlan {
  const plan: WritePlan = { ids: [], isDropped: false, isCleared: false, records: new Map() }
  const before = (objectID: string): SearchRecord | undefined => {
    const planned = plan.records.get(objectID)
    if (planned !== undefined || plan.isCleared) return planned ?? undefined
    return index && recordOf(index, objectID)
  }
  for (const { action, body } of operations) {
    const givenId = body['objectID']
    const objectID = givenId === undefined ? randomBytes(7).toString('hex') : `${givenId as string | number}`
    plan.ids.push(objectID)
    switch (action) {
      case 'addObject':
      case 'updateObject':
        plan.records.set(objectID, { ...body, objectID })
        break
      case 'partialUpdateObject':
      case 'partialUpdateObjectNoCreate': {
        const existing = before(objectID)
        const updated =
          existing || action === 'partialUpdateObject' ? applyPartial(existing, body) : undefined
        if (updated) plan.records.set(objectID, { ...updated, objectID })
        break
      }
      case 'deleteObject':
        plan.records.set(objectID, null)
        break
      case 'delete':
      case 'clear':
        plan.isDropped ||= action === 'delete'
        plan.isCleared = true
        plan.records.clear()
    }
  }
  return plan
}

export async function applyWrites(indexes: Indexes, writes: readonly IndexWrite[]): Promise<void> {
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
      if (done % slice === 0) await yieldToEventLoop()
    }
    await index.compact()
  }
}

export function recordOf(index: SearchIndex, objectID: string): SearchRecord | undefined {
  const slot = index.store.slotOf(objectID)
  return slot === undefined ? undefined : index.store.recordAt(slot)
}
