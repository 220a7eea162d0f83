import { parseArgs } from 'node:util'
import { terminalCaller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import {
  addAlias,
  addPerformer,
  addSeason,
  addSport,
  addVenue,
  editPerformer,
  editSport,
  editVenue,
  enterForSeason,
  entryKinds,
  mergeEntries,
  readEntries,
  readEntry,
  removeAlias,
  removeEntry,
  type Entry,
  type EntryKind,
  withdrawFromSeason,
} from '#api/modules/catalogue/index.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import type { Clock } from '#api/shared/clock.ts'
import { printable } from '#api/shared/text/printable.ts'

const verbs = ['list', 'show', 'add', 'edit', 'remove', 'merge', 'alias', 'enter', 'withdraw'] as const
type Verb = (typeof verbs)[number]

/** A command about one kind of entry, such as `add venue "Scotiabank Arena" --city Toronto`. */
export interface EntryCommand {
  verb: Verb
  kind: EntryKind
  args: string[]
  columns: Record<string, string>
}

const text = { type: 'string' } as const
const options = {
  name: text,
  competition: text,
  kind: text,
  'country-code': text,
  colours: text,
  city: text,
  timezone: text,
  capacity: text,
  'art-pattern': text,
  position: text,
} as const

const columnsOf: Partial<Record<`${Verb} ${EntryKind}`, readonly string[]>> = {
  'add sport': ['kind', 'art-pattern', 'position'],
  'edit sport': ['name', 'kind', 'art-pattern', 'position'],
  'add performer': ['competition', 'kind', 'country-code', 'colours'],
  'edit performer': ['name', 'kind', 'country-code', 'colours'],
  'add venue': ['city', 'country-code', 'timezone', 'capacity', 'kind'],
  'edit venue': ['name', 'city', 'country-code', 'timezone', 'capacity', 'kind'],
}

/** Number of arguments after the kind, and an example. */
const shapes: Record<Verb, { counts: readonly number[]; kinds: readonly EntryKind[]; example: string }> = {
  list: { counts: [0, 1], kinds: entryKinds, example: 'list performers arsenal' },
  show: { counts: [1], kinds: entryKinds, example: 'show performer arsenal' },
  add: {
    counts: [1, 2],
    kinds: ['sport', 'season', 'performer', 'venue'],
    example: 'add performer "Toronto Maple Leafs" --competition nhl',
  },
  edit: {
    counts: [1],
    kinds: ['sport', 'performer', 'venue'],
    example: 'edit venue td-garden --capacity 17850',
  },
  remove: { counts: [1], kinds: entryKinds, example: 'remove performer arsenal' },
  merge: { counts: [2], kinds: ['performer', 'venue'], example: 'merge performer arsenal-fc arsenal' },
  alias: {
    counts: [3],
    kinds: ['competition', 'performer', 'venue'],
    example: 'alias performer add arsenal "Arsenal FC"',
  },
  enter: { counts: [2], kinds: ['performer'], example: 'enter performer max-verstappen formula-1/2027' },
  withdraw: {
    counts: [2],
    kinds: ['performer'],
    example: 'withdraw performer max-verstappen formula-1/2027',
  },
}

/** Whether the arguments after `catalogue` are such a command. */
export function isEntryCommand([verb]: readonly string[]): boolean {
  return verbs.some((known) => known === verb)
}

/** Parses the arguments after `catalogue`; returns an error message if they are invalid. */
export function parseEntryCommand(args: string[]): EntryCommand | string {
  let parsed
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  const [first, what = '', ...rest] = parsed.positionals
  const verb = verbs.find((known) => known === first)
  if (!verb) return `catalogue accepts ${verbs.join(', ')}, competition, name and proposals`
  const { counts, kinds, example } = shapes[verb]
  if (verb === 'add' && what === 'competition')
    return 'a competition is added with catalogue competition <slug> --name <text> --sport <slug>'
  if (verb === 'edit' && what === 'competition')
    return 'a competition is changed with catalogue competition <slug>, such as catalogue competition nhl --name NHL'
  const kind = kinds.find((known) => known === what || `${known}s` === what)
  if (!kind) return `catalogue ${verb} needs one of ${kinds.join(', ')}, such as catalogue ${example}`
  if (
    !counts.includes(rest.length) ||
    (verb === 'add' && (kind === 'season' ? rest.length > 2 : rest.length > 1))
  )
    return `catalogue ${verb} ${kind} needs other arguments, such as catalogue ${example}`
  if (verb === 'alias' && rest[0] !== 'add' && rest[0] !== 'remove')
    return `catalogue alias ${kind} accepts add or remove, such as catalogue ${example}`
  const allowed = columnsOf[`${verb} ${kind}`] ?? []
  const extra = Object.keys(parsed.values).find((name) => !allowed.includes(name))
  if (extra !== undefined) return `catalogue ${verb} ${kind} does not accept --${extra}`
  if (verb === 'edit' && Object.keys(parsed.values).length === 0)
    return `catalogue edit ${kind} needs a column to change: --${allowed.join(', --')}`
  const columns = Object.fromEntries(
    Object.entries(parsed.values).map(([name, value]) => [name.replaceAll('-', '_'), value]),
  )
  return { verb, kind, args: rest, columns }
}

const maxListed = 200

/**
 * Runs the command and returns its output.
 * @throws `input.invalid` naming the argument and the allowed values
 */
export async function manageEntries(
  { db, clock }: { db: Db; clock: Clock },
  command: EntryCommand,
): Promise<string> {
  const { verb, kind, args, columns } = command
  const context = { db, caller: terminalCaller() }
  const [first = '', second = '', third = ''] = args
  switch (verb) {
    case 'list': {
      const entries = await readEntries(db, kind, { text: args[0], limit: maxListed + 1 })
      const lines = entries.slice(0, maxListed).map(({ slug, name }) => printable(`${slug}  ${name}`))
      if (entries.length > maxListed) lines.push(`More than ${maxListed}; add a part of the name`)
      return lines.join('\n') || `No ${kind}s`
    }
    case 'show': {
      const entry = await readEntry(db, kind, first)
      if (!entry) throw invalidInput({ [kind]: [`there is no ${kind} "${first}"`] })
      return describe(entry)
    }
    case 'add':
      if (kind === 'season')
        return (await addSeason(context, first, args[1]))
          ? `${first} ${second}: added`
          : `${first} ${second}: unchanged`
      if (kind === 'venue') {
        await addVenue(context, first, columns)
        return `${first}: added`
      }
      if (kind === 'sport') return `${await addSport(context, first, columns)}: added`
      return `${await addPerformer(context, first, columns)}: added`
    case 'edit':
      await editors[kind]?.(context, first, columns)
      return `${first}: changed`
    case 'remove':
      await removeEntry(context, kind, first)
      return `${first}: removed`
    case 'merge':
      if (kind !== 'performer' && kind !== 'venue') return ''
      await mergeEntries(context, kind, { from: first, into: second })
      return `${first}: merged into ${second}`
    case 'enter':
      return (await enterForSeason({ ...context, clock }, { performer: first, season: second }))
        ? `${first}: entered for ${second}`
        : `${first} is already entered for ${second}`
    case 'withdraw':
      return (await withdrawFromSeason({ ...context, clock }, { performer: first, season: second }))
        ? `${first}: withdrawn from ${second}`
        : `${first} is not entered for ${second}`
    default: {
      if (kind !== 'performer' && kind !== 'venue' && kind !== 'competition') return ''
      const change = { kind, slug: second, name: third }
      if (first === 'add')
        return (await addAlias(context, change)) ? `"${third}" added` : `"${third}" is already a name`
      return (await removeAlias(context, change)) ? `"${third}" removed` : `"${third}" is not a name`
    }
  }
}

const editors: Partial<Record<EntryKind, typeof editPerformer>> = {
  sport: editSport,
  performer: editPerformer,
  venue: editVenue,
}

function describe({ slug, name, details }: Entry): string {
  const lines = Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([column, value]) => printable(`  ${column}: ${value}`))
  return [printable(`${slug}  ${name}`), ...lines].join('\n')
}
