import { parseArgs } from 'node:util'
import { terminalCaller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import {
  changeName,
  listCompetitions,
  listNames,
  setCompetition,
  type CompetitionText,
} from '#api/modules/catalogue/index.ts'
import type { Clock } from '#api/shared/clock.ts'
import { printable } from '#api/shared/text/printable.ts'
import { isEntryCommand, manageEntries, parseEntryCommand, type EntryCommand } from './catalogue-entries.ts'
import { manageProposals, parseProposalCommand, type ProposalCommand } from './proposals.ts'
import { manageProfiles, readProfileCommand, type ProfileCommand } from './profiles.ts'

/** Commands of `admin catalogue`. */
export type CatalogueCommand =
  | { do: 'list-competitions' }
  | { do: 'set-competition'; columns: CompetitionText }
  | { do: 'list-names'; of: string | undefined }
  | { do: 'proposals'; request: ProposalCommand }
  | { do: 'entries'; request: EntryCommand }
  | ProfileCommand
  | { do: 'change-name'; verb: 'add' | 'remove'; type: string; of: string; name: string }

const text = { type: 'string' } as const
const options = {
  name: text,
  sport: text,
  'sport-name': text,
  'sport-kind': text,
  position: text,
  'country-code': text,
  'performer-scope': text,
  'title-style': text,
  participants: text,
  'duration-minutes': text,
  'art-pattern': text,
  'sport-art-pattern': text,
  colours: text,
  featured: text,
  'first-month': text,
  'season-naming': text,
  'confirm-ahead-days': text,
  'named-after-venue': text,
  'source-names': text,
  json: { type: 'boolean' },
} as const

/** Parses the command; returns an error message if it is invalid. */
export function parseCatalogueCommand(args: string[]): CatalogueCommand | string {
  if (isEntryCommand(args)) {
    const request = parseEntryCommand(args)
    return typeof request === 'string' ? request : { do: 'entries', request }
  }
  if (args[0] === 'proposals') {
    const request = parseProposalCommand(args.slice(1))
    return typeof request === 'string' ? request : { do: 'proposals', request }
  }
  let parsed
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  const [what, ...rest] = parsed.positionals
  const { json = false, ...columns } = parsed.values
  const given = Object.entries(columns)
  if (what === 'profile') return readProfileCommand(rest, json)
  if (json) return 'unknown option: --json'
  if (what === 'competition') return readCompetition(rest, given)
  const [extra] = given
  if (extra) return `unknown option: --${extra[0]}`
  if (what === 'competitions' && rest.length === 0) return { do: 'list-competitions' }
  if (what === 'names' && rest.length <= 1) return { do: 'list-names', of: rest[0] }
  if (what === 'name') return readName(rest)
  if (what === 'profiles' && rest.length === 0) return { do: 'list-profiles' }
  return 'catalogue accepts list, show, add, edit, remove, merge, alias, competitions, competition, names, name, proposals, profiles or profile'
}

function readCompetition([slug, ...rest]: string[], given: [string, string][]): CatalogueCommand | string {
  if (slug === undefined || rest.length > 0) return 'catalogue competition needs one slug, such as nhl'
  if (given.length === 0) return 'catalogue competition needs a column to set, such as --name'
  const columns = Object.fromEntries(given.map(([name, value]) => [name.replaceAll('-', '_'), value]))
  return { do: 'set-competition', columns: { ...columns, slug } }
}

function readName([verb, type, of, name, ...rest]: string[]): CatalogueCommand | string {
  if (verb !== 'add' && verb !== 'remove') return 'catalogue name accepts add or remove'
  if (type === undefined || of === undefined || name === undefined || rest.length > 0)
    return `catalogue name ${verb} needs a type, what the name is for, and the name: performer arsenal "The Gunners"`
  return { do: 'change-name', verb, type, of, name }
}

/**
 * Runs the command and returns its output.
 * @throws `input.invalid` by column
 */
export async function manageCatalogue(
  deps: { db: Db; clock: Clock },
  request: CatalogueCommand,
): Promise<string> {
  switch (request.do) {
    case 'list-competitions':
      return (await listCompetitions(deps.db)).map(describeCompetition).join('\n') || 'No competitions'
    case 'entries':
      return manageEntries(deps, request.request)
    case 'proposals':
      return manageProposals(deps, request.request)
    case 'set-competition':
      return `${request.columns.slug}: ${await setCompetition({ ...deps, caller: terminalCaller() }, request.columns)}`
    case 'list-names': {
      const { of } = request
      const names = await listNames(deps.db)
      const shown = of === undefined ? names : names.filter((row) => row.of === of || row.type === of)
      return shown.map((row) => printable(`${row.type}  ${row.of}  ${row.name}`)).join('\n') || 'No names'
    }
    case 'change-name': {
      const { verb, type, of, name } = request
      const hasChanged = await changeName({ ...deps, caller: terminalCaller() }, verb, { type, of, name })
      if (!hasChanged) return verb === 'add' ? `"${name}" is already a name` : `"${name}" is not a name`
      return verb === 'add' ? `"${name}" added` : `"${name}" removed`
    }
    default:
      return manageProfiles(deps, request)
  }
}

function describeCompetition(columns: CompetitionText): string {
  const { slug, name = '', sport_name: sport = '', ...others } = columns
  const details = Object.entries(others)
    .filter(([column, value]) => value !== '' && !['sport', 'sport_kind', 'position'].includes(column))
    .map(([column, value]) => `${column.replaceAll('_', '-')} ${value}`)
  return `${printable(`${slug}  ${name} (${sport})`)}\n    ${printable(details.join(', '))}`
}
