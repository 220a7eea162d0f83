import { parseArgs } from 'node:util'
import type { Db } from '../db/client.ts'
import {
  dismissUnmatched,
  listUnmatched,
  matchUnmatched,
  type Decision,
  type Unmatched,
} from '../modules/catalogue/index.ts'
import type { Clock } from '../shared/clock.ts'

/** What `admin unmatched` is asked for. */
export type UnmatchedWish =
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

/** What the words after `unmatched` ask for, or what is wrong with them. */
export function readUnmatchedWish(args: string[]): UnmatchedWish | string {
  const parsed = tryParse(args)
  if (typeof parsed === 'string') return parsed
  const { values, positionals } = parsed
  const [verb = 'list', ...rest] = positionals
  if (verb === 'list') return readList(values, rest)
  if (verb !== 'match' && verb !== 'dismiss') return 'unmatched is followed by list, match or dismiss'
  const ids = rest.map(Number)
  const isWrong = ids.length === 0 || !rest.every((text) => /^[1-9]\d{0,8}$/.test(text))
  if (isWrong) return `unmatched ${verb} needs the number of a row, as the list shows it`
  if (verb === 'dismiss') {
    const [extra] = Object.keys(values)
    return extra === undefined ? { verb, ids } : `--${extra} has no meaning here`
  }
  const [id = 0, ...more] = ids
  return more.length > 0 ? 'One row at a time is matched' : readDecision(id, values)
}

function readList({ dismissed, ...others }: Values, rest: string[]): UnmatchedWish | string {
  const [extra] = Object.keys(others)
  if (extra !== undefined) return `--${extra} has no meaning here`
  if (rest.length > 0) return `unmatched list takes nothing after it: ${rest.join(' ')} is too much`
  return { verb: 'list', status: dismissed ? 'dismissed' : 'waiting' }
}

function readDecision(id: number, { name, dismissed, ...values }: Values): UnmatchedWish | string {
  const [given, ...others] = Object.keys(values)
  if (dismissed) return '--dismissed has no meaning here'
  if (given === undefined || others.length > 0)
    return 'unmatched match needs one of --event, --team, --artist, --venue, --category and --new'
  const { event, team, artist, venue, category } = values
  const decided = (decision: Decision): UnmatchedWish => ({ verb: 'match', decision })
  if (event !== undefined) {
    if (!/^[1-9]\d{0,8}$/.test(event)) return '--event: must be the number of an event'
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

/** Does it, and says what was done. Throws `input.invalid` where it cannot be done. */
export async function decideUnmatched(
  context: { db: Db; clock: Clock },
  wish: UnmatchedWish,
): Promise<string> {
  if (wish.verb === 'list') return describe(await listUnmatched(context, wish.status), wish.status)
  if (wish.verb === 'dismiss') {
    for (const id of wish.ids) await dismissUnmatched(context, id)
    return wish.ids.length === 1 ? 'Dismissed' : `${wish.ids.length} rows dismissed`
  }
  const { told, loaded, waiting, isLoaded, bad } = await matchUnmatched(context, wish.decision)
  const rest = waiting === 1 ? '1 row still waits' : `${waiting} rows still wait`
  return [
    `${told}: ${loaded === 1 ? '1 row' : `${loaded} rows`} loaded, ${rest}`,
    ...(isLoaded
      ? []
      : [`Row ${wish.decision.id} itself is not loaded yet: see npm run admin -- unmatched list`]),
    ...bad.map(({ fileName, line, reason }) => `  ${fileName}:${line}: ${reason}`),
  ].join('\n')
}

function describe(rows: readonly Unmatched[], status: 'waiting' | 'dismissed'): string {
  if (rows.length === 0)
    return status === 'waiting' ? 'Nothing waits for a decision' : 'Nothing was dismissed'
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
