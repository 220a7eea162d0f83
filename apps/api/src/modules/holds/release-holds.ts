import type pg from 'pg'
import type { AppError } from '../../shared/app-error.ts'
import { idempotencyErrors, type IdempotencyKey } from '../../shared/idempotency.ts'
import type { ReleasedLine } from './hold.ts'
import { holdErrors, releaseRefusals } from './holds.errors.ts'
import { callReleaseHolds, type ReleaseAnswer, type ReleaseRequest } from './holds.repo.ts'
import { shareCalls } from './share-calls.ts'

export interface ReleaseItem {
  holdId: string
  quantity: number
}

export interface ReleaseHolds {
  teamId: string
  items: readonly ReleaseItem[]
  key?: IdempotencyKey | undefined
}

/**
 * The command that gives back all items of a request or none (product.md §4); it answers a line for each item, in their
 * order. Items that name one hold are one demand. A part may go only if what stays could be bought as it is and what
 * returns can be sold.
 */
export function createReleaseHolds({
  pool,
}: {
  pool: pg.Pool
}): (request: ReleaseHolds) => Promise<ReleasedLine[]> {
  const ask = shareCalls<ReleaseRequest, ReleaseAnswer>({
    namesOf: ({ teamId, parts }) => [teamId, ...parts.map((part) => part.holdId)],
    async call(requests) {
      const answers = await callReleaseHolds(pool, requests)
      return answers.map((answer) => (answer.ask_alone ? undefined : answer))
    },
  })

  return async ({ teamId, items, key }) => {
    const parts = new Map<string, number>()
    for (const { holdId, quantity } of items) parts.set(holdId, (parts.get(holdId) ?? 0) + quantity)
    const answer = await ask({
      teamId,
      parts: [...parts].map(([holdId, quantity]) => ({ holdId, quantity })),
      key,
    })
    if (!answer.released) throw refusal(answer, items)
    const released = new Map(answer.released.map((line) => [line.hold_id, line]))
    return items.map(({ holdId, quantity }) => {
      const line = released.get(holdId)
      if (!line) throw new Error(`no release was answered for ${holdId}`)
      return { holdId, eventId: line.event_id, released: quantity, remaining: line.remaining }
    })
  }
}

function refusal(answer: ReleaseAnswer, items: readonly ReleaseItem[]): AppError {
  if (answer.key_reused) return idempotencyErrors.make('idempotency.key_reused')
  const refused = new Map((answer.refused ?? []).map((line) => [line.hold_id, line]))
  const lines = items.flatMap(({ holdId }, index) => {
    const line = refused.get(holdId)
    return line ? [{ index, ...line, title: releaseRefusals[line.code] }] : []
  })
  const [first] = lines
  return holdErrors.make('hold.release_refused', {
    ...(first?.title !== undefined && { title: first.title }),
    details: { lines },
  })
}
