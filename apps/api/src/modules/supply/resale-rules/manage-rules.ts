import type { Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Clock } from '#api/shared/clock.ts'
import { supplyErrors } from '../supply.errors.ts'
import { lockListing } from '../supply.repo.ts'
import { withdrawLocked } from '../withdraw-listing.ts'
import {
  addMissingRules,
  findRefusedListings,
  readResaleRefusals,
  readRules,
  saveRules,
  setAuthorisation,
  switchRule,
  type ResaleRule,
} from './resale-rules.repo.ts'
import { parseRules, shippedRules } from './shipped-rules.ts'

export interface ResaleRuleDeps {
  db: Db
  clock: Clock
  actor?: Actor | undefined
}

/** Every rule: those that come with the application, and those that were loaded. */
export async function listResaleRules({ db }: Pick<ResaleRuleDeps, 'db'>): Promise<ResaleRule[]> {
  return inTransaction(db, async (tx) => {
    await addMissingRules(tx, shippedRules())
    return readRules(tx)
  })
}

/** Adds the rules of a file, switched off, or replaces their definitions. @returns ids of rules that are on and stay as they are */
export async function loadResaleRules({ db }: Pick<ResaleRuleDeps, 'db'>, text: string): Promise<string[]> {
  const rules = parseRules(text)
  return inTransaction(db, async (tx) => {
    await saveRules(tx, rules)
    const named = new Set(rules.map(({ id }) => id))
    return (await readRules(tx)).flatMap(({ id, isOn }) => (isOn && named.has(id) ? [id] : []))
  })
}

/**
 * Switches a rule. One that is switched on takes the listings that it refuses off sale, and notifies their sellers; holds and
 * unpaid orders go on. Repeated after an interruption, it takes off what is left. Returns how many listings that were.
 */
export async function switchResaleRule(
  deps: ResaleRuleDeps,
  { id, isOn }: { id: string; isOn: boolean },
): Promise<number> {
  const { db, clock, actor } = deps
  await listResaleRules(deps)
  await inTransaction(db, async (tx) => {
    const wasOn = await switchRule(tx, { id, isOn, at: clock.now() })
    if (wasOn === undefined) throw supplyErrors.make('supply.rule_not_found')
    if (wasOn === isOn) return
    await recordChanges(tx, actor, {
      kind: 'listing.resale_rule_switched',
      details: { rule_id: id, before: { is_on: wasOn }, after: { is_on: isOn } },
    })
  })
  return isOn ? withdrawRefused(deps) : 0
}

/** Lets a team sell in spite of a rule `authorised_only`, or ends that, which takes its listings off sale. */
export async function authoriseTeam(
  deps: ResaleRuleDeps,
  { ruleId, teamId, isAuthorised }: { ruleId: string; teamId: string; isAuthorised: boolean },
): Promise<number> {
  await listResaleRules(deps)
  await inTransaction(deps.db, async (tx) => {
    const isChanged = await setAuthorisation(tx, { ruleId, teamId, isAuthorised })
    if (isChanged === undefined) throw supplyErrors.make('supply.rule_not_found')
    if (!isChanged) return
    await recordChanges(tx, deps.actor, {
      kind: 'listing.resale_authorised',
      teamId,
      details: {
        rule_id: ruleId,
        before: { is_authorised: !isAuthorised },
        after: { is_authorised: isAuthorised },
      },
    })
  })
  return isAuthorised ? 0 : withdrawRefused(deps)
}

const batchSize = 1000

async function withdrawRefused(deps: ResaleRuleDeps): Promise<number> {
  const withdrawn = new Map<string, { listingIds: string[]; reason: string }>()
  for (let after: string | null = ''; after !== null;) {
    const { last, refused } = await findRefusedListings(deps.db, { after, limit: batchSize })
    for (const { id, reason } of refused) {
      const teamId = await withdrawIfRefused(deps, id)
      if (teamId === undefined) continue
      const ofTeam = withdrawn.get(teamId) ?? { listingIds: [], reason }
      ofTeam.listingIds.push(id)
      withdrawn.set(teamId, ofTeam)
    }
    after = last
  }
  let total = 0
  for (const [teamId, { listingIds, reason }] of withdrawn) {
    total += listingIds.length
    await inTransaction(deps.db, (tx) =>
      recordEvents(tx, [
        {
          topic: 'supply.listings_refused',
          subject: teamId,
          payload: { teamId, listingIds: listingIds.slice(0, 50), count: listingIds.length, reason },
        },
      ]),
    )
  }
  return total
}

/** In a transaction of its own, so that buyers wait for no others; returns the team. */
async function withdrawIfRefused(deps: ResaleRuleDeps, id: string): Promise<string | undefined> {
  return inTransaction(deps.db, async (tx) => {
    const listing = await lockListing(tx, id)
    if (listing?.status !== 'active') return undefined
    const [reason] = await readResaleRefusals(tx, [{ ...listing, teamId: listing.sellerTeamId }])
    if (!reason) return undefined
    await withdrawLocked(tx, deps, listing)
    return listing.sellerTeamId
  })
}
