import { inventoryEditRoutes, maxAddedListings } from '@terrace/contracts/inventory-edit'
import type { WireDraft } from '@terrace/contracts/inventory-drafts'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { useRef, useState } from 'react'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { newIdempotencyKey } from '#web/lib/http/idempotency-key.ts'

type NewListing = NonNullable<WireDraft['listing']>

export interface AddOutcome {
  listing: WireInventoryRow | null
  /** Why it was not added. */
  problem: string | null
}

/** Adds complete drafts, some at a time. A repeated attempt with the same listings adds none of them twice. */
export function useAddDrafts(onPending: (isPending: boolean) => void) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const attempt = useRef({ body: '', key: '' })

  async function add(listings: readonly NewListing[]): Promise<AddOutcome[]> {
    const outcomes: AddOutcome[] = []
    onPending(true)
    setProgress({ done: 0, total: listings.length })
    for (let at = 0; at < listings.length; at += maxAddedListings) {
      const chunk = listings.slice(at, at + maxAddedListings)
      outcomes.push(...(await addChunk(chunk, attempt)))
      setProgress({ done: outcomes.length, total: listings.length })
    }
    setProgress(null)
    onPending(false)
    return outcomes
  }
  return { add, progress }
}

async function addChunk(
  listings: readonly NewListing[],
  attempt: { current: { body: string; key: string } },
): Promise<AddOutcome[]> {
  const body = JSON.stringify(listings)
  // A lost answer is asked for again with the same key.
  if (attempt.current.body !== body) attempt.current = { body, key: newIdempotencyKey() }
  try {
    const { data } = await call(inventoryEditRoutes.createMany, {
      body: { listings: [...listings] },
      idempotencyKey: attempt.current.key,
    })
    attempt.current = { body: '', key: '' }
    return data.map(({ listing, error }) => ({ listing, problem: error?.message ?? null }))
  } catch (error) {
    return listings.map(() => ({ listing: null, problem: errorText(error) }))
  }
}
