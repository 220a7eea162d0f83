import { holdsRoutes } from '@terrace/contracts/holds'
import type { Db } from '../../db/client.ts'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { idempotencyKey } from '../../shared/idempotency.ts'
import { holdErrors } from './holds.errors.ts'
import { presentHeldLine, presentHold } from './holds.presenter.ts'
import { createPlaceHolds, type HoldItem, type PlaceHoldsDeps } from './place-holds.ts'
import { createReleaseHolds } from './release-holds.ts'
import { findLapsedHolds, readTeamHolds } from './team-holds.repo.ts'

interface HoldsDeps extends PlaceHoldsDeps {
  db: Db
  /** This process must not answer from before its own change; the others hear of it through the outbox. */
  books: { doubt(eventId: number): void }
  outbox: { wake(): void }
  /** Those of the ids that are quotes of the team: quotes know holds, and not the other way round. */
  quotesOf(teamId: string, ids: readonly string[]): Promise<ReadonlySet<string>>
}

export function mountHolds(http: HttpContext, deps: HoldsDeps): void {
  const placeHolds = createPlaceHolds(deps)
  const releaseHolds = createReleaseHolds(deps)

  function announce(lines: readonly { eventId: number }[]): void {
    for (const { eventId } of lines) deps.books.doubt(eventId)
    deps.outbox.wake()
  }

  async function assertOwnQuotes({ teamId }: SignedIn, items: readonly HoldItem[]): Promise<void> {
    const refs = items.flatMap(({ quoteRef }, index) => (quoteRef === undefined ? [] : [{ quoteRef, index }]))
    // Most holds are of no quote, and are not to wait for one.
    if (refs.length === 0) return
    const known = await deps.quotesOf(
      teamId,
      refs.map(({ quoteRef }) => quoteRef),
    )
    const strange = refs.filter(({ quoteRef }) => !known.has(quoteRef))
    if (strange.length === 0) return
    const fields = strange.map(({ index }) => [`${index}.quote_ref`, ['is not a quote of your team']])
    throw holdErrors.make('hold.quote_unknown', { details: { fields: Object.fromEntries(fields) } })
  }

  mountRoute(http, holdsRoutes.place, async ({ body, account, idempotencyKey: key }) => {
    const items = body.map((item) => ({
      listingId: item.listing_id,
      quantity: item.quantity,
      quoteRef: item.quote_ref,
      targetCurrency: item.target_currency,
    }))
    await assertOwnQuotes(account, items)
    const lines = await placeHolds({
      teamId: account.teamId,
      accountId: account.accountId,
      baseCurrency: account.baseCurrency,
      items,
      key: idempotencyKey(key, body),
    })
    announce(lines)
    return { data: lines.map(presentHeldLine) }
  })

  mountRoute(http, holdsRoutes.release, async ({ body, account, idempotencyKey: key }) => {
    const lines = await releaseHolds({
      teamId: account.teamId,
      items: body.map((item) => ({ holdId: item.hold_id, quantity: item.quantity })),
      key: idempotencyKey(key, body),
    })
    announce(lines)
    return {
      data: lines.map(({ holdId, released, remaining }) => ({ hold_id: holdId, released, remaining })),
    }
  })

  mountRoute(http, holdsRoutes.list, async ({ account }) => {
    const holds = await readTeamHolds(deps.db, account.teamId)
    const held = holds.reduce((sum, hold) => sum + hold.quantity, 0)
    return { data: holds.map(presentHold), meta: { held, cap: deps.config.holdCap } }
  })

  mountRoute(http, holdsRoutes.lapsed, async ({ account, query }) => ({
    data: await findLapsedHolds(deps.db, account.teamId, query['hold_id[]']),
  }))
}
