import type { Db } from '#api/db/client.ts'
import { confirmProfile, getProfile, listProfiles, removeProfile } from '#api/modules/catalogue/index.ts'
import type { Clock } from '#api/shared/clock.ts'

/** Commands of `admin catalogue profile`. */
export type ProfileCommand =
  | { do: 'list-profiles' }
  | { do: 'show-profile'; profile: string; isJson: boolean }
  | { do: 'confirm-profile' | 'remove-profile'; profile: string }

type StoredProfile = Awaited<ReturnType<typeof getProfile>>

/** Parses the words after `catalogue profile`; returns an error message if they are invalid. */
export function readProfileCommand(
  [verb, profile, ...rest]: string[],
  isJson: boolean,
): ProfileCommand | string {
  const isVerb = verb === 'show' || verb === 'confirm' || verb === 'remove'
  if (!isVerb || profile === undefined || rest.length > 0)
    return 'catalogue profile accepts show, confirm or remove, and the name of a profile'
  if (verb === 'show') return { do: 'show-profile', profile, isJson }
  return isJson ? 'unknown option: --json' : { do: `${verb}-profile`, profile }
}

/**
 * Runs the command and returns its output.
 * @throws `input.invalid` when there is no such profile
 */
export async function manageProfiles(
  deps: { db: Db; clock: Clock },
  request: ProfileCommand,
): Promise<string> {
  switch (request.do) {
    case 'list-profiles': {
      const profiles = await listProfiles(deps.db)
      return profiles.map(headline).join('\n') || 'No profiles'
    }
    case 'show-profile': {
      const profile = await getProfile(deps.db, request.profile)
      const { name, settings } = profile
      return request.isJson ? JSON.stringify([{ name, ...settings }], null, 2) : describeProfile(profile)
    }
    case 'confirm-profile':
      await confirmProfile(deps, request.profile)
      return `${request.profile} is confirmed`
    default:
      await removeProfile(deps, request.profile)
      return `${request.profile} is removed`
  }
}

function headline({ name, settings, confirmedAt }: StoredProfile): string {
  return `${name}  ${settings.about} (${settings.format}${confirmedAt === null ? ', not confirmed' : ''})`
}

/** A profile for people: one line per column and setting. */
export function describeProfile(profile: StoredProfile): string {
  const { columns, values, about: _, format: __, ...others } = profile.settings
  const settings = Object.entries(others).filter(
    ([name, value]) => !isEmpty(value) && unremarkable[name] !== value,
  )
  return [
    headline(profile),
    ...Object.entries(columns).map(([column, field]) => `  ${field.padEnd(14)}${column}`),
    ...Object.entries(values).map(([field, value]) => `  ${field.padEnd(14)}${JSON.stringify(value)}`),
    ...settings.map(
      ([name, value]) => `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ),
  ].join('\n')
}

/** Settings that say nothing about most files. */
const unremarkable: Readonly<Record<string, unknown>> = { titleField: 'name', timeNumbers: 'clock' }

function isEmpty(value: unknown): boolean {
  if (value === '' || value === false || value === undefined) return true
  return value !== null && typeof value === 'object' && Object.keys(value).length === 0
}
