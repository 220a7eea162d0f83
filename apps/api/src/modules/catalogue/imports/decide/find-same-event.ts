import { slugify } from '@terrace/domain/text/slug'
import { artistScope } from '../../competitions/competition.ts'
import type { Fixture } from '../../importers/fixtures/fixture.ts'
import { numbersOf } from '../../importers/event-sources/season-titles.ts'
import type { ResolvedFixture } from '../../importers/fixtures/resolve-fixtures.ts'
import type { StoredEvent } from '../event-values.ts'
import type { Staging } from '../staging.ts'

/**
 * The stored event that a fixture means although its key differs: sources tell meetings of one pair, or the races of a
 * season, apart in different ways. Pairs and titles must agree, and the round or the day. Returns its id.
 */
export async function findSameEvent(
  staging: Staging,
  fixture: Fixture,
  resolved: ResolvedFixture,
  byKey: ReadonlyMap<string, StoredEvent>,
): Promise<number | undefined> {
  if (resolved.keyWithoutPart !== null) {
    const only = byKey.get(resolved.keyWithoutPart)
    return only && isSameMeeting(only, resolved) ? only.id : undefined
  }
  const { scope } = staging.competitions.bySlug(resolved.competition)
  if (!('name' in fixture.identity) || scope === artistScope) return undefined
  const titles = await staging.lookups.titles(resolved.competition, resolved.season)
  const session = fixture.session === null ? '' : slugify(fixture.session)
  const own = numbersOf({ ...resolved, session })
  // Where the day is a part of the identity, two days of one round are two events.
  const isDated = fixture.identity.name.includes(resolved.sourceLocal.slice(0, 10))
  const [found, ...others] = titles
    .titled(resolved.title)
    .filter(
      (one) =>
        one.session === own.session &&
        (one.day === own.day || (!isDated && one.round !== 0 && one.round === own.round)),
    )
  return others.length === 0 ? found?.id : undefined
}

type Dated = Pick<ResolvedFixture, 'sourceLocal' | 'round'>

function isSameMeeting(one: Dated, other: Dated): boolean {
  return (one.round !== null && one.round === other.round) || isSameDay(one, other)
}

function isSameDay(one: Dated, other: Dated): boolean {
  return one.sourceLocal.slice(0, 10) === other.sourceLocal.slice(0, 10)
}
