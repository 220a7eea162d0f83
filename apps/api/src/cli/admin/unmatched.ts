import { parseArgs } from 'node:util'
import type { Db } from '#api/db/client.ts'
import {
  dismissUnmatched,
  listUnmatched,
  matchUnmatched,
  type Decision,
  type Unmatched,
} from '#api/modules/catalogue/index.ts'
import type { Clock } from '#api/shared/clock.ts'

/** Commands of `admin unmatched`. */
export type UnmatchedCommand =
  | { verb: 'list'; status: 'waiting' | 'dismissed' }
  | { verb: 'match'; decision: Decision }
  | { verb: 'dismiss'; ids: number[] }

const options = {
  dismissed: { type: 'boolean' },
  event: { type: 'string' },
  team: { type: 'string' },
  artist: { type: 'string' },
  venue: { type: 'string' },
  category: { type: 'string' },
  new: { type: 'boolean' },
  name: { type: 'string' },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

/** Parses the command; returns an error message if it is invalid. */
export function parseUnmatchedCommand(args: string[]): UnmatchedCommand | string {
  const parsed = tryParse(args)
  if (typeof parsed === 'string') return parsed
  const { values, positionals } = parsed
  const [verb = 'list', ...rest] = positionals
  if (verb === 'list') return readList(values, rest)
  if (verb !== 'match' && verb !== 'dismiss') return 'unmatched accepts list, match or dismiss'
  const ids = rest.map(Number)
  const isInvalid = ids.length === 0 || !rest.every((text) => /^[1-9]\d{0,8}$/.test(text))
  if (isInvalid) return `unmatched ${verb} needs a row number from the list`
  if (verb === 'dismiss') {
    const [extra] = Object.keys(values)
    return extra === undefined ? { verb, ids } : `unknown option: --${extra}`
  }
  const [id = 0, ...more] = ids
  return more.length > 0 ? 'unmatched match accepts one row at a time' : readDecision(id, values)
}

function readList({ dismissed, ...others }: Values, rest: string[]): UnmatchedCommand | string {
  const [extra] = Object.keys(others)
  if (extra !== undefined) return `unknown option: --${extra}`
  if (rest.length > 0) return `unexpected argument: ${rest.join(' ')}`
  return { verb: 'list', status: dismissed ? 'dismissed' : 'waiting' }
}

function readDecision(id: number, { name, dismissed, ...values }: Values): UnmatchedCommand | string {
  const [given, ...others] = Object.keys(values)
  if (dismissed) return 'unknown option: --dismissed'
  if (given === undefined || others.length > 0)
    return 'unmatched match needs one of --event, --team, --artist, --venue, --category or --new'
  const { event, team, artist, venue, category } = values
  const decided = (decision: Decision): UnmatchedCommand => ({ verb: 'match', decision })
  if (event !== undefined) {
    if (!/^[1-9]\d{0,8}$/.test(event)) return '--event: must be an event number'
    return decided({ id, is: 'event', eventId: Number(event) })
  }
  if (team !== undefined) return decided({ id, is: 'team', slug: team, name })
  if (artist !== undefined) return decided({ id, is: 'artist', slug: artist, name })
  if (venue !== undefined) return decided({ id, is: 'venue', slug: venue })
  return decided(category === undefined ? { id, is: 'new' } : { id, is: 'category', slug: category })
}

function tryParse(args: string[]): { values: Values; positionals: string[] } | string {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Runs the command and returns its output.
 * @throws `input.invalid` when the row or the target does not exist
 */
export async function decideUnmatched(
  context: { db: Db; clock: Clock },
  request: UnmatchedCommand,
): Promise<string> {
  if (request.verb === 'list') return describe(await listUnmatched(context, request.status), request.status)
  if (request.verb === 'dismiss') {
    for (const id of request.ids) await dismissUnmatched(context, id)
    return request.ids.length === 1 ? 'Dismissed' : `${request.ids.length} rows dismissed`
  }
  const { summary, loaded, waiting, isLoaded, bad } = await matchUnmatched(context, request.decision)
  const rest = waiting === 1 ? '1 row still unmatched' : `${waiting} rows still unmatched`
  return [
    `${summary}: ${loaded === 1 ? '1 row' : `${loaded} rows`} loaded, ${rest}`,
    ...(isLoaded
      ? []
      : [`Row ${request.decision.id} is not loaded yet; see npm run admin -- unmatched list`]),
    ...bad.map(({ fileName, line, reason }) => `  ${fileName}:${line}: ${reason}`),
  ].join('\n')
}

function describe(rows: readonly Unmatched[], status: 'waiting' | 'dismissed'): string {
  if (rows.length === 0) return status === 'waiting' ? 'nothing to match' : 'No dismissed rows'
  return rows
    .flatMap(({ id, entry, missing, fileName, line }) => [
      `${id}  ${entry.title}, ${dayOf(entry.when)}  (${fileName}:${line})`,
      ...missing.map(({ what, name, hint }) => `    ${what}: ${name}${hint === null ? '' : ` (${hint})`}`),
    ])
    .join('\n')
}

function dayOf(when: Unmatched['entry']['when']): string {
  return (when.kind === 'utc' ? when.instant : when.local).slice(0, 10)
}
