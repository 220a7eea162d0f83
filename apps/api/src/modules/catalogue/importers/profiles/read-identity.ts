import type { Fixture, FixtureTime } from '../fixtures/fixture.ts'
import { dayOf } from '../readers/source-feed.ts'
import type { Fields } from '../readers/source-record.ts'
import type { FieldReader } from './field-reader.ts'
import type { IdentifyingField, ProfileSettings } from './profile.ts'

/** What an event is called: by its teams, or by a title. */
export interface Naming {
  title: string
  teams: { home: string; away: string } | null
}

interface IdentityContext {
  fields: FieldReader
  record: Fields
  settings: ProfileSettings
  when: FixtureTime
  session: string | null
  performers: readonly string[]
}

/** Identity and performers of a record, or the reason why it cannot be identified. */
export function readIdentity(
  { title: given, teams }: Naming,
  context: IdentityContext,
): Pick<Fixture, 'identity' | 'performers'> | string {
  const { fields, record, settings, performers } = context
  const part = (by: IdentifyingField): string => {
    if (by === 'date') return dayOf(context.when)
    if (by === 'time') return clockOf(context.when)
    if (by === 'session') return context.session ?? ''
    if (by === 'title') return given
    return by === 'performers' ? performers.join(' ') : fields.text(record, by)
  }
  const identifiedBy = settings.identifiedBy ?? (teams ? [] : [given === '' ? 'performers' : 'title'])
  const key = identifiedBy
    .map(part)
    .filter((text) => text !== '')
    .join(' ')
  const isEmpty = identifiedBy.length > 0 && key === ''
  if (isEmpty) return `the event cannot be identified: ${identifiedBy.join(' and ')} missing`
  const acts = performers.map((name) => ({ name, role: 'performer' as const, countryCode: null }))
  if (teams) {
    const countryOf = (field: 'homeCountry' | 'awayCountry') => fields.text(record, field) || null
    return {
      identity: { ...teams, part: key === '' ? null : key, title: given },
      performers: [
        { name: teams.home, role: 'home', countryCode: countryOf('homeCountry') },
        { name: teams.away, role: 'away', countryCode: countryOf('awayCountry') },
        ...acts,
      ],
    }
  }
  const title = given || performers.join(', ')
  if (title === '') return `${fields.nameOf('title')}: is missing`
  const titled = context.session === null ? title : `${title}: ${context.session}`
  return { identity: { name: key, title: titled.slice(0, 200) }, performers: acts }
}

function clockOf(when: FixtureTime): string {
  return (when.kind === 'utc' ? when.instant : when.local).slice(11, 16)
}
