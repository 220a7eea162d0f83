import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { lockSellingLimits, type Headroom } from '#api/modules/seller-accounts/index.ts'
import {
  lockOwnListings,
  lockResaleRules,
  refuseOverLimit,
  writeRulePrices,
} from '#api/modules/supply/index.ts'
import type { Clock } from '#api/shared/clock.ts'
import { refreshCoverage } from '../scope/covered-listings.repo.ts'
import { readRules } from '../rules/rules.repo.ts'
import { breakLoops, type LinkedDecision } from './break-loops.ts'
import { readPaused } from './loops.repo.ts'
import { insertMoves, readNextCovered, type LoggedDecision } from './moves.repo.ts'
import { lockAgainstStop, readStop } from './operator-stop.repo.ts'
import { withoutChange, planListings, type PriceDecision } from './plan-listings.ts'
import {
  advanceRun,
  isFinished,
  lockRun,
  lockRunningTeam,
  postponeRun,
  startDueRuns,
  type RunningRun,
} from './runs.repo.ts'

export interface RunDeps {
  db: Db
  clock: Clock
  /** Listings per transaction; short ones delay neither buyers nor the outbox. */
  batchSize?: number
}

/**
 * Starts the runs that are due and works on all that are not finished. Several processes may do so: each batch is one
 * transaction that writes the prices and the run's progress together, so a crash loses and repeats nothing. A run that fails
 * does not stop the others. Returns the number of listings checked.
 * @throws the error of the last run that failed, once the others are finished
 */
export async function runPriceRules(deps: RunDeps): Promise<number> {
  await inTransaction(deps.db, (tx) => startDueRuns(tx, deps.clock.now()))
  let total = 0
  let failure: FailedRun | undefined
  for (;;) {
    try {
      const batch = await runBatch(deps)
      if (!batch) break
      total += batch.checked
    } catch (error) {
      if (!(error instanceof FailedRun)) throw error
      failure = error
    }
  }
  if (failure) throw failure
  return total
}

/** A run failed and is postponed. */
class FailedRun extends Error {}

const maxMemberRunMs = 8000

/** Works on one run until it is finished, or for some seconds; then the scheduled job continues it. */
export async function continueRun(deps: RunDeps, runId: string): Promise<void> {
  const until = Date.now() + maxMemberRunMs
  while (Date.now() < until && (await runBatch(deps, runId)) && !(await isFinished(deps.db, runId)));
}

interface Batch {
  checked: number
}

/**
 * Works on one batch of a run; `undefined` when there is no run left, other than those that other processes work on.
 * @throws {FailedRun} when the step failed
 */
async function runBatch(deps: RunDeps, runId?: string): Promise<Batch | undefined> {
  const { db, clock } = deps
  let startedId: string | undefined
  try {
    return await inTransaction(db, async (tx) => {
      await lockAgainstStop(tx)
      const run = await lockRun(tx, clock.now(), runId)
      startedId = run?.id
      return run && workOn(tx, run, deps)
    })
  } catch (error) {
    if (startedId === undefined) throw error
    const id = startedId
    await inTransaction(db, (tx) => postponeRun(tx, { id, now: clock.now() }))
    throw new FailedRun(`price rule run ${id} failed`, { cause: error })
  }
}

async function workOn(
  tx: Tx,
  run: RunningRun,
  { clock, batchSize = 200 }: Omit<RunDeps, 'db'>,
): Promise<Batch> {
  const { id, teamId, lastListingId } = run
  const now = clock.now()
  if ((await readStop(tx)) || !(await lockRunningTeam(tx, teamId))) {
    await advanceRun(tx, { id, lastListingId: '', checked: 0, moved: 0, finishedAt: now })
    return { checked: 0 }
  }
  // A stopped rule still covers its listings, so that no later rule continues the loop that stopped it.
  const rules = (await readRules(tx, teamId)).filter(({ state }) => state !== 'off')
  if (lastListingId === null) await refreshCoverage(tx, { teamId, rules, now })
  const covered = await readNextCovered(tx, { teamId, after: lastListingId ?? '', limit: batchSize })
  const decisions = await priceBatch(tx, run, { covered, rules, now })
  await advanceRun(tx, {
    id,
    lastListingId: covered.at(-1)?.listingId ?? lastListingId ?? '',
    checked: covered.length,
    moved: decisions.filter(({ toMinor }) => toMinor !== null).length,
    finishedAt: covered.length < batchSize ? now : null,
  })
  return { checked: covered.length }
}

async function priceBatch(
  tx: Tx,
  { id: runId, teamId }: RunningRun,
  {
    covered,
    rules,
    now,
  }: {
    covered: Awaited<ReturnType<typeof readNextCovered>>
    rules: Awaited<ReturnType<typeof readRules>>
    now: Date
  },
): Promise<LinkedDecision[]> {
  const running = new Map(rules.filter(({ state }) => state === 'on').map((rule) => [rule.id, rule]))
  const paused = await readPaused(
    tx,
    covered.map(({ listingId }) => listingId),
    now,
  )
  const due = covered.flatMap(({ listingId, ruleId }) => {
    const rule = running.get(ruleId)
    return rule && !paused.has(listingId) ? [{ listingId, rule }] : []
  })
  if (due.length === 0) return []
  // The seller's limits are locked before listings, as in all other commands, so that no two deadlock.
  const headroom = await lockSellingLimits(tx, { teamId, now })
  await lockOwnListings(
    tx,
    teamId,
    due.map(({ listingId }) => listingId),
  )
  await lockResaleRules(tx)
  const planned = await planListings(tx, { teamId, covered: due, now })
  const decisions = await breakLoops(tx, await dropOverLimit(headroom, planned), now)
  const prices = decisions.flatMap(({ listing, toMinor }) =>
    toMinor === null ? [] : [{ listingId: listing.id, minor: toMinor }],
  )
  await writeRulePrices(tx, { sellerTeamId: teamId, prices, now })
  const known = new Map(covered.map(({ listingId, lastSignature }) => [listingId, lastSignature]))
  const logged = decisions
    .map((decision): LoggedDecision => ({ ...decision, signature: signatureOf(decision) }))
    // Each loop is logged: the log pauses the listing.
    .filter(
      ({ toMinor, reason, listing, signature }) =>
        toMinor !== null || reason === 'loop' || known.get(listing.id) !== signature,
    )
  await insertMoves(tx, { teamId, runId, decisions: logged, now })
  if (prices.length > 0)
    await recordChanges(tx, undefined, {
      kind: 'pricing.prices_moved',
      teamId,
      details: { run_id: runId, listings: prices.length },
    })
  return decisions
}

/** Keeps prices whose change would exceed the seller's limits. */
async function dropOverLimit(
  headroom: Headroom | undefined,
  planned: readonly PriceDecision[],
): Promise<PriceDecision[]> {
  const changes = planned.flatMap(({ listing, toMinor }) => {
    if (toMinor === null) return []
    const before = { ...listing, status: 'active' as const }
    return [{ id: listing.id, currency: listing.currency, before, after: { ...before, priceMinor: toMinor } }]
  })
  const refused = await refuseOverLimit(headroom, changes)
  return planned.map((decision) =>
    refused.has(decision.listing.id) ? withoutChange(decision, 'over_limit') : decision,
  )
}

/** Equal for decisions whose entries in the log would say the same. */
function signatureOf({
  rule,
  listing,
  reason,
  lowestMinor,
  compared,
  limitedBy,
  minimumMinor,
}: LinkedDecision): string {
  return [
    rule.id,
    rule.version,
    reason,
    listing.priceMinor,
    minimumMinor,
    lowestMinor,
    compared,
    ...limitedBy,
  ].join(' ')
}
