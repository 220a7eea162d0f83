import { hash } from 'node:crypto'
import type { FeedResponse } from '@terrace/contracts/listings'
import type { OpenHold } from './listing.ts'

/** The answer that everybody gets who asks the same, with a place for what is the reader's own. */
export interface PresentedFeed {
  /** The whole answer of a reader who has nothing of their own in it. */
  json: Buffer
  /** Where in it `meta.mine` begins. */
  mineAt: number
  etag: string
}

/** One reader's answer. */
export interface FeedAnswer {
  json: Buffer
  etag: string
}

export interface Mine {
  tracked: readonly string[]
  held: readonly OpenHold[]
}

const nothingMine = '{"tracked":[],"held":[]}'

/** `rows`: each as JSON. */
export function presentFeed(
  rows: readonly string[],
  meta: Omit<FeedResponse['meta'], 'mine'>,
): PresentedFeed {
  const before = `{"data":[${rows.join(',')}],"meta":${JSON.stringify(meta).slice(0, -1)},"mine":`
  // In one piece: of two that are put together afterwards, the first would lie about until it is swept.
  const mineAt = Buffer.byteLength(before)
  const json = Buffer.from(`${before}${nothingMine}}}`)
  return { json, mineAt, etag: `W/"${digest(json)}"` }
}

/** Puts what is the reader's own into the answer of all. */
export function joinMine({ json, mineAt, etag }: PresentedFeed, { tracked, held }: Mine): FeedAnswer {
  if (tracked.length === 0 && held.length === 0) return { json, etag }
  const mine = JSON.stringify({
    tracked,
    held: held.map(({ listingId, id, quantity, expiresAt }) => ({
      listing_id: listingId,
      hold_id: id,
      quantity,
      expires_at: expiresAt.toISOString(),
    })),
  })
  return {
    json: Buffer.concat([json.subarray(0, mineAt), Buffer.from(`${mine}}}`)]),
    // Weak, since the same text goes out compressed or not.
    etag: `${etag.slice(0, -1)}.${digest(mine)}"`,
  }
}

function digest(content: string | Buffer): string {
  return hash('sha256', content, 'base64url').slice(0, 16)
}
