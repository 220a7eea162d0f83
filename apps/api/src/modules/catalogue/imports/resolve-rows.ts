import type { Fixture } from '../importers/fixtures/fixture.ts'
import { resolveFixture, type Resolution } from '../importers/fixtures/resolve-fixtures.ts'
import type { InputRow } from './input-row.ts'
import { addArtists, imaginedArtist, type Staging } from './staging.ts'

/** Resolves the names of the fixtures, all of which are read together; other rows give nothing. */
export async function resolveRows(
  staging: Staging,
  rows: readonly InputRow[],
): Promise<(Resolution | undefined)[]> {
  staging.names.trim()
  await loadNames(
    staging,
    rows.flatMap((row) => ('fixture' in row ? row.fixture : [])),
  )
  return rows.map((row) =>
    'fixture' in row
      ? resolveFixture(row.line, row.fixture, {
          ...staging,
          newArtist: imaginedArtist,
        })
      : undefined,
  )
}

async function loadNames(staging: Staging, fixtures: readonly Fixture[]): Promise<void> {
  const performers = fixtures.flatMap(({ identity, performers }) => [
    ...('name' in identity ? [] : [identity.home, identity.away]),
    ...performers.map(({ name }) => name),
  ])
  // An operator may have called a venue by the name of the team that plays there.
  const venues = fixtures.flatMap(({ venue, identity }) => [
    'name' in identity ? identity.title : identity.home,
    ...(venue ? [venue.name] : []),
  ])
  await staging.names.load(staging.db, { performers, venues })
  const artists = fixtures
    .filter(({ identity }) => 'name' in identity)
    .flatMap(({ performers }) => performers.filter(({ role }) => role === 'performer'))
  await addArtists(staging, [...new Set(artists.map(({ name }) => name))])
}
