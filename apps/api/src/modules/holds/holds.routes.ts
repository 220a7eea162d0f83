import { holdsRoutes } from '@terrace/contracts/holds'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { assertExpectedTexts } from '#api/shared/expected-texts.ts'
import { idempotencyKey } from '#api/shared/idempotency.ts'
import { lockHoldNote, saveHoldNote } from './hold-notes.repo.ts'
import { holdErrors } from './holds.errors.ts'
import { presentPlacedLine, presentHold } from './holds.presenter.ts'
import { notifyStockChanged, type StockChangeDeps } from './notify-stock-changed.ts'
import { createPlaceHolds, type HoldItem, type PlaceHoldsDeps } from './place-holds.ts'
import { createReleaseHolds } from './release/release-holds.ts'
import { scheduleReleases } from './release/schedule-releases.ts'
import { cancelScheduledReleases } from './release/scheduled-releases.repo.ts'
import { findHoldsEndedUnsold, readTeamHolds } from './team-holds.repo.ts'

interface HoldsDeps extends PlaceHoldsDeps, StockChangeDeps {
  db: Db
  /** Returns the ids that are quotes of the team. Injected because the quotes module depends on holds. */
  quotesOf(teamId: string, ids: readonly string[]): Promise<ReadonlySet<string>>
}

export function mountHolds(http: HttpContext, deps: HoldsDeps): void {
  const placeHolds = createPlaceHolds(deps)
  const releaseHolds = createReleaseHolds(deps)

  async function assertTeamQuotes(
    { teamId }: AuthenticatedAccount,
    items: readonly HoldItem[],
  ): Promise<void> {
    const refs = items.flatMap(({ quoteId }, index) => (quoteId === undefined ? [] : [{ quoteId, index }]))
    // Skip the query for holds without a quote, which are most of them.
    if (refs.length === 0) return
    const known = await deps.quotesOf(
      teamId,
      refs.map(({ quoteId }) => quoteId),
    )
    const unknownRefs = refs.filter(({ quoteId }) => !known.has(quoteId))
    if (unknownRefs.length === 0) return
    const fields = unknownRefs.map(({ index }) => [
      `${index}.quote_ref`,
      ['must be one of your team’s quotes'],
    ])
    throw holdErrors.make('hold.quote_unknown', { details: { fields: Object.fromEntries(fields) } })
  }

  mountRoute(http, holdsRoutes.place, async ({ body, account, idempotencyKey: key }) => {
    const items = body.map((item) => ({
      listingId: item.listing_id,
      quantity: item.quantity,
      quoteId: item.quote_ref,
      targetCurrency: item.target_currency,
    }))
    await assertTeamQuotes(account, items)
    const lines = await placeHolds({
      teamId: account.teamId,
      accountId: account.accountId,
      baseCurrency: account.baseCurrency,
      items,
      key: idempotencyKey(key, body),
    })
    notifyStockChanged(deps, lines)
    return { data: lines.map(presentPlacedLine) }
  })

  mountRoute(http, holdsRoutes.release, async ({ body, account, idempotencyKey: key }) => {
    const lines = await releaseHolds({
      teamId: account.teamId,
      items: body.map((item) => ({ holdId: item.hold_id, quantity: item.quantity })),
      key: idempotencyKey(key, body),
    })
    notifyStockChanged(deps, lines)
    return {
      data: lines.map(({ holdId, released, remaining }) => ({ hold_id: holdId, released, remaining })),
    }
  })

  mountRoute(http, holdsRoutes.scheduleRelease, async ({ body, account, idempotencyKey: key }) => {
    const data = await scheduleReleases(deps.db, {
      teamId: account.teamId,
      items: body.map((item) => ({ holdId: item.hold_id, quantity: item.quantity })),
      key: idempotencyKey(key, body),
    })
    deps.outbox.wake()
    return { data }
  })

  mountRoute(http, holdsRoutes.undoRelease, async ({ body, account }) => {
    const holdIds = body.map((item) => item.hold_id)
    const held = await cancelScheduledReleases(deps.db, { teamId: account.teamId, holdIds })
    deps.outbox.wake()
    return { data: holdIds.map((holdId) => ({ hold_id: holdId, held: held.get(holdId) ?? 0 })) }
  })

  mountRoute(http, holdsRoutes.changeNote, async ({ params, body, account }) => {
    const holdId = params.hold_id
    const note = body.internal_note || null
    const { teamId } = account
    await inTransaction(deps.db, async (tx) => {
      const stored = await lockHoldNote(tx, { teamId, holdId })
      if (!stored) throw holdErrors.make('hold.not_found')
      assertExpectedTexts(body.expected, {
        before: { internal_note: stored.note },
        after: { internal_note: note },
      })
      await saveHoldNote(tx, { holdId, note })
      await recordEvents(tx, [{ topic: 'hold.note_changed', subject: holdId, payload: { holdId, teamId } }])
    })
    deps.outbox.wake()
    return { data: { hold_id: holdId, internal_note: note } }
  })

  mountRoute(http, holdsRoutes.list, async ({ account }) => {
    const cooldown = deps.config.holdCooldown
    const holds = await readTeamHolds(deps.db, account.teamId, cooldown)
    const held = holds.reduce((sum, hold) => sum + hold.quantity, 0)
    return {
      data: holds.map((hold) => presentHold(hold, { accountId: account.accountId, cooldown })),
      meta: { held, limit: deps.config.maxHeldTicketsPerTeam },
    }
  })

  mountRoute(http, holdsRoutes.endedUnsold, async ({ account, query }) => ({
    data: await findHoldsEndedUnsold(deps.db, account.teamId, query['hold_id[]']),
  }))
}
