import { parseArgs } from 'node:util'
import { importKinds } from '#api/modules/catalogue/index.ts'
import type { FixtureOptions } from './load-fixtures.ts'

export const usage = [
  'Usage: npm run import -- fixtures <file> [--profile <name>] [--competition <slug>] [--season <name>]',
  '                         [--dry-run | --apply] [--result <file>]',
  '       npm run import -- inventory <file> --team <id> --profile <id or name> [--event <id>]',
  '                         [--apply] [--withdraw <count> | --keep] [--result <file>]',
  '       npm run import -- undo',
  '       npm run import -- <kind> <file> [--venue <slug or number>]',
  '',
  'fixtures: games, races and shows from any table, JSON, Football.TXT, iCalendar, JSON-LD or Ticketmaster file. A',
  '  profile says what its columns mean; for a new kind of file, one is proposed and asks to be confirmed.',
  '  A file loads completely or not at all. Rows with unknown names wait for a decision.',
  '  --dry-run        says what each row would do, and changes nothing; the first file of a profile needs --apply',
  '  --result <file>  writes a CSV file with one line per row: line, outcome, reason, event, title, date',
  'inventory: a seller’s stock, as a saved profile of the team reads it. Without --apply, it only says what it would do.',
  '  --event <id>        the event of all rows, for files that name none',
  '  --withdraw <count>  confirms how many listings the file withdraws; --keep leaves them on sale',
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
  | { verb: 'inventory'; file: string; options: InventoryOptions; result: string | undefined }
  | { verb: 'kind'; kind: string; file: string; venue: string | undefined }

export interface InventoryOptions {
  teamId: string
  /** Id or name. */
  profile: string
  eventId: number | null
  isApplied: boolean
  withdrawals: number | 'keep' | undefined
}

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
  if (kind === 'inventory') return inventoryCommand(file, { venue, ...options })
  const inventoryOnly = inventoryOptionNames.find((name) => options[name] !== undefined)
  if (inventoryOnly !== undefined) return `${kind} does not accept --${inventoryOnly}`
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

const inventoryOptionNames = ['team', 'event', 'withdraw', 'keep'] as const

type Options = Omit<Exclude<ReturnType<typeof tryParse>, string>['values'], 'help' | 'venue'>

function fixturesCommand(
  file: string,
  { 'dry-run': isDryRun, apply, result, ...options }: Options,
): ImportCommand | string {
  if (isDryRun && apply) return '--dry-run and --apply exclude each other'
  const mode = isDryRun ? 'dry run' : apply ? 'apply' : 'dry run first'
  return { verb: 'fixtures', file, options: { ...options, mode }, result }
}

function inventoryCommand(
  file: string,
  options: Options & { venue: string | undefined },
): ImportCommand | string {
  const { team, profile, event, apply = false, withdraw, keep, result } = options
  const foreign = (['venue', 'competition', 'season', 'dry-run'] as const).find(
    (name) => options[name] !== undefined,
  )
  if (foreign !== undefined) return `inventory does not accept --${foreign}`
  if (team === undefined) return 'inventory needs --team, such as tm_4fG7…'
  if (profile === undefined) return 'inventory needs --profile, the id or the name of a profile of the team'
  if (event !== undefined && !/^[1-9]\d{0,8}$/.test(event)) return '--event must be the number of an event'
  if (withdraw !== undefined && !/^\d+$/.test(withdraw)) return '--withdraw must be the number of listings'
  if (withdraw !== undefined && keep) return '--withdraw and --keep exclude each other'
  const withdrawals = keep ? 'keep' : withdraw === undefined ? undefined : Number(withdraw)
  const eventId = event === undefined ? null : Number(event)
  return {
    verb: 'inventory',
    file,
    options: { teamId: team, profile, eventId, isApplied: apply, withdrawals },
    result,
  }
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
        team: text,
        event: text,
        withdraw: text,
        keep: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        apply: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`
  }
}
