import type { priceRulesRoutes } from '@terrace/contracts/price-rules'
import type { QueryOf, ResponseInputOf } from '@terrace/contracts/route'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { money } from '@terrace/domain/money/money'
import type { Db } from '#api/db/client.ts'
import { readMoves, type LoggedEntry } from './moves-log.repo.ts'
import { presentMove } from './present-move.ts'

const pageSize = 50

/** The team's log, newest first. */
export async function showMoves(
  db: Db,
  teamId: string,
  query: QueryOf<typeof priceRulesRoutes.moves>,
): Promise<ResponseInputOf<typeof priceRulesRoutes.moves>> {
  const { rule_id: ruleId, listing_id: listingId, outcome, before } = query
  const entries = await readMoves(db, { teamId, ruleId, listingId, outcome, before, limit: pageSize + 1 })
  return {
    data: entries.slice(0, pageSize).map(presentEntry),
    meta: { has_more: entries.length > pageSize },
  }
}

function presentEntry(entry: LoggedEntry) {
  const amount = (minor: number) => toWireMoney(money(minor, entry.currency))
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    rule: { id: entry.ruleId, name: entry.ruleName, version: entry.ruleVersion },
    ...presentMove(entry),
    wanted: entry.wantedMinor === null ? null : amount(entry.wantedMinor),
    seen: entry.seen.map(([minor, isOutlier]) => ({ price: amount(minor), is_outlier: isOutlier })),
  }
}
