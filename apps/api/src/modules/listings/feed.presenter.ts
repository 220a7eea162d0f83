import { hash } from 'node:crypto'
import type { FeedResponse } from '@terrace/contracts/listings'
import type { OpenHold } from './listing.ts'

/** The feed response shared by all viewers, with a slot for the viewer's own data. */
export interface PresentedFeed {
  /** Complete response for a viewer without own data. */
  json: Buffer
  /** Byte offset of the value of `meta.mine`. */
  viewerDataOffset: number
  etag: string
}

/** Response for one viewer. */
export interface FeedPayload {
  json: Buffer
  etag: string
}

export interface ViewerData {
  tracked: readonly string[]
  held: readonly OpenHold[]
}

const emptyViewerData = '{"tracked":[],"held":[]}'

/** Takes each listing as JSON. */
export function presentFeed(
  listings: readonly string[],
  meta: Omit<FeedResponse['meta'], 'mine'>,
): PresentedFeed {
  const prefix = `{"data":[${listings.join(',')}],"meta":${JSON.stringify(meta).slice(0, -1)},"mine":`
  // Build the text in one piece: a temporary second buffer would wait for garbage collection.
  const viewerDataOffset = Buffer.byteLength(prefix)
  const json = Buffer.from(`${prefix}${emptyViewerData}}}`)
  return { json, viewerDataOffset, etag: `W/"${digest(json)}"` }
}

/** Inserts the viewer's own data into the shared response. */
export function addViewerData(
  { json, viewerDataOffset, etag }: PresentedFeed,
  { tracked, held }: ViewerData,
): FeedPayload {
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
    json: Buffer.concat([json.subarray(0, viewerDataOffset), Buffer.from(`${mine}}}`)]),
    // A weak ETag, because the body may be compressed.
    etag: `${etag.slice(0, -1)}.${digest(mine)}"`,
  }
}

function digest(content: string | Buffer): string {
  return hash('sha256', content, 'base64url').slice(0, 16)
}
