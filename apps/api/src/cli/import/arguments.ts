import { parseArgs } from 'node:util'
import { importKinds } from '#api/modules/catalogue/index.ts'
import type { FixtureOptions } from './load-fixtures.ts'

export const usage = [
  'Usage: npm run import -- fixtures <file> [--profile <name>] [--competition <slug>] [--season <name>]',
  '                         [--dry-run | --apply] [--result <file>]',
  '       npm run import -- undo',
  '       npm run import -- <kind> <file> [--venue <slug or number>]',
  '',
  'fixtures: games, races and shows from any table, JSON, Football.TXT, iCalendar, JSON-LD or Ticketmaster file. A',
  '  profile says what its columns mean; for a new kind of file, one is proposed and asks to be confirmed.',
  '  A file loads completely or not at all. Rows with unknown names wait for a decision.',
  '  --dry-run        says what each row would do, and changes nothing; the first file of a profile needs --apply',
  '  --result <file>  writes a CSV file with one line per row: line, outcome, reason, event, title, date',
  'undo: takes back the last import, except events that are sold, held, quoted or listed, or that changed again.',
  '',
  'Kinds:',
  ...importKinds().map(
    ({ kind, about, needsVenue }) => `  ${kind.padEnd(17)}${about}${needsVenue ? '; needs --venue' : ''}`,
  ),
  '',
  'Exit codes: 0 success · 1 some rows rejected, or none loaded · 2 usage error',
  'Of the kinds, valid rows load even if others are rejected; a seating plan loads in full or not at all. A damaged',
  'file loads nothing.',
].join('\n')

export type ImportCommand =
  | { verb: 'help' }
  | { verb: 'undo' }
  | { verb: 'fixtures'; file: string; options: FixtureOptions; result: string | undefined }
  | { verb: 'kind'; kind: string; file: string; venue: string | undefined }

/** Parses the command; returns an error message if it is invalid. */
export function parseImportCommand(args: string[]): ImportCommand | string {
  const parsed = tryParse(args)
  if (typeof parsed === 'string') return parsed
  const { help, venue, ...options } = parsed.values
  if (help) return { verb: 'help' }
  const [kind, file, ...rest] = parsed.positionals
  if (kind === 'undo') {
    const hasMore = file !== undefined || Object.keys(parsed.values).length > 0
    return hasMore ? 'undo accepts no file and no options' : { verb: 'undo' }
  }
  if (kind === undefined || file === undefined) return usage
  if (rest.length > 0) return `Unexpected argument: ${rest.join(' ')}`
  if (kind === 'fixtures') {
    if (venue !== undefined) return 'fixtures does not accept --venue'
    return fixturesCommand(file, options)
  }
  const known = importKinds().find((candidate) => candidate.kind === kind)
  if (!known) return `Unknown kind: ${kind}\n\n${usage}`
  const [extra] = Object.keys(options)
  if (extra !== undefined) return `${kind} does not accept --${extra}`
  if (known.needsVenue && venue === undefined)
    return `${kind} needs a venue: --venue emirates-stadium, or its number`
  if (!known.needsVenue && venue !== undefined) return `${kind} does not accept --venue`
  return { verb: 'kind', kind, file, venue }
}

type Options = Omit<Exclude<ReturnType<typeof tryParse>, string>['values'], 'help' | 'venue'>

function fixturesCommand(
  file: string,
  { 'dry-run': isDryRun, apply, result, ...options }: Options,
): ImportCommand | string {
  if (isDryRun && apply) return '--dry-run and --apply exclude each other'
  const mode = isDryRun ? 'dry run' : apply ? 'apply' : 'dry run first'
  return { verb: 'fixtures', file, options: { ...options, mode }, result }
}

function tryParse(args: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        venue: text,
        profile: text,
        competition: text,
        season: text,
        result: text,
        'dry-run': { type: 'boolean' },
        apply: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`
  }
}
