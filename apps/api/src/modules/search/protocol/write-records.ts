import { randomBytes } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import type { SearchRecord } from '../engine/record-values.ts'
import type { SearchIndex } from '../engine/search-index.ts'
import { badRequest } from './algolia-error.ts'
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

/** Carries out the operations in order; answers the ids of the records, for each its own. */
export async function carryOut(index: SearchIndex, operations: readonly Operation[]): Promise<string[]> {
  const ids: string[] = []
  for (const [place, operation] of operations.entries()) {
    ids.push(apply(index, operation))
    if (place % slice === slice - 1) await breathe()
  }
  await index.tidy()
  return ids
}

function apply(index: SearchIndex, { action, body }: Operation): string {
  const given = body['objectID']
  const objectID = given === undefined ? randomBytes(7).toString('hex') : `${given as string | number}`
  switch (action) {
    case 'addObject':
    case 'updateObject':
      index.put({ ...body, objectID })
      break
    case 'partialUpdateObject':
    case 'partialUpdateObjectNoCreate': {
      const before = recordOf(index, objectID)
      if (before || action === 'partialUpdateObject')
        index.put({ ...applyPartial(before ?? {}, body), objectID })
      break
    }
    case 'deleteObject':
      index.remove(objectID)
      break
    case 'delete':
    case 'clear':
      index.clear()
  }
  return objectID
}

export function recordOf(index: SearchIndex, objectID: string): SearchRecord | undefined {
  const slot = index.store.slotOf(objectID)
  return slot === undefined ? undefined : index.store.recordAt(slot)
}
