import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { claimKey, storeResponse } from '#api/shared/idempotency.ts'
import { mergeItems, toReleaseError, type ReleaseHoldsInput } from './release-holds.ts'
import { storeScheduledReleases, type ScheduledRelease } from './scheduled-releases.repo.ts'

/** How long a release can be undone. */
const undoMs = 5000

const route = 'holds.schedule-release'

/**
 * Schedules the release of all items of a request or none, and returns one line per item, in order. Items for one hold
 * are merged. The same part scheduled again keeps its deadline, so a double press changes nothing.
 */
export async function scheduleReleases(
  db: Db,
  { teamId, items, key }: ReleaseHoldsInput,
): Promise<ScheduledRelease[]> {
  const parts = mergeItems(items)
  const lines = await inTransaction(db, async (tx) => {
    const stored = key && (await claimKey(tx, { teamId, route }, key))
    // Responses are stored below with this type.
    if (stored !== undefined) return (stored as { lines: ScheduledRelease[] }).lines
    const result = await storeScheduledReleases(tx, { teamId, parts, delayMs: undoMs })
    if (!result.scheduled) throw toReleaseError(result, items)
    if (key) await storeResponse(tx, { teamId, route }, key, { lines: result.scheduled })
    return result.scheduled
  })
  const scheduled = new Map(lines.map((line) => [line.hold_id, line]))
  return items.map(({ holdId }) => {
    const line = scheduled.get(holdId)
    if (!line) throw new Error(`schedule_releases returned no result for ${holdId}`)
    return { ...line, release_at: new Date(line.release_at).toISOString() }
  })
}
