import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { commitRows } from '../../imports/commit-pace.ts'
import type { ClubRow } from './clubs.ts'
import type { WriteResult } from '../import-report.ts'
import type { ImportContext } from '../../imports/import-context.ts'
import { matchKey } from '../../matching/match-key.ts'
import { unifySpellings } from '../unify-spellings.ts'
import { openPerformerLookup } from './performer-lookup.ts'
import type { Row } from '../source-rows.ts'
import { openVenueLookup } from './venue-lookup.ts'
import type { VenueRow } from './venues.ts'

export async function writeVenues(
  { db, onProgress }: ImportContext,
  rows: readonly Row<VenueRow>[],
): Promise<WriteResult> {
  const counts = { added: 0, changed: 0, unchanged: 0 }
  const unified = unifySpellings(rows, ({ countryCode, city }) => `${countryCode}/${matchKey(city)}`)
  const scopes = rows.flatMap(({ value }) => value.home?.scope ?? [])
  const { venues, performers } = await inTransaction(db, async (tx) => ({
    venues: await openVenueLookup(tx),
    performers: await openPerformerLookup(tx, scopes),
  }))
  await commitRows(db, unified.rows, {
    onProgress,
    async write(tx, { value }) {
      const { venue, outcome } = await venues.ensure(tx, value)
      const home = value.home && (await setHomeVenue(tx, value.home, venue))
      counts[outcome === 'unchanged' && home ? home : outcome] += 1
    },
  })
  return { counts, bad: [], notes: unified.notes }

  async function setHomeVenue(
    tx: Tx,
    home: NonNullable<VenueRow['home']>,
    venue: { id: number; timezone: string },
  ) {
    const outcome = await performers.ensure(tx, { ...home, kind: 'team', aliases: [] })
    const performer = performers.find(home.scope, home.name)
    const link = performer ? await venues.setHome(tx, performer.id, venue) : 'unchanged'
    return outcome === 'unchanged' && link === 'unchanged' ? 'unchanged' : 'changed'
  }
}

export async function writeClubs(
  { db, onProgress }: ImportContext,
  rows: readonly Row<ClubRow>[],
): Promise<WriteResult> {
  const counts = { added: 0, changed: 0, unchanged: 0 }
  const unified = unifySpellings(rows, ({ scope }) => scope)
  const scopes = rows.map(({ value }) => value.scope)
  const performers = await inTransaction(db, (tx) => openPerformerLookup(tx, scopes))
  await commitRows(db, unified.rows, {
    onProgress,
    async write(tx, { value }) {
      counts[await performers.ensure(tx, { ...value, kind: 'team' }, { rename: true })] += 1
    },
  })
  return { counts, bad: [], notes: unified.notes }
}
