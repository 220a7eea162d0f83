import { parseArgs } from 'node:util'
import { terminalCaller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import {
  acceptProposals,
  listProposals,
  mergeProposal,
  rejectProposals,
  type AcceptOptions,
  type DecisionResult,
  type ListedProposal,
  type ProposalChoice,
} from '#api/modules/catalogue/index.ts'
import type { Clock } from '#api/shared/clock.ts'
import { printable } from '#api/shared/text/printable.ts'

/** Commands of `admin catalogue proposals`. */
export type ProposalCommand =
  | { do: 'list'; file: string | undefined }
  | { do: 'accept'; choice: ProposalChoice; options: AcceptOptions }
  | { do: 'merge'; id: number; target: string }
  | { do: 'reject'; choice: ProposalChoice }

const text = { type: 'string' } as const
const options = {
  file: text,
  only: text,
  name: text,
  kind: text,
  competition: text,
  city: text,
  'country-code': text,
  timezone: text,
  capacity: text,
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

const kindsOf = { performers: 'performer', venues: 'venue', events: 'event' } as const

/** Parses the arguments after `proposals`; returns an error message if they are invalid. */
export function parseProposalCommand(args: string[]): ProposalCommand | string {
  let parsed
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  const [verb = 'list', ...rest] = parsed.positionals
  const { file, only, ...entry } = parsed.values
  if (verb !== 'accept' && Object.keys(entry).length > 0)
    return `proposals ${verb} does not accept --${Object.keys(entry)[0]}`
  if (verb === 'list') return readList(rest, { file, only })
  if (verb === 'merge') return readMerge(rest, { file, only })
  if (verb !== 'accept' && verb !== 'reject') return 'proposals accepts list, accept, merge or reject'
  const choice = readChoice(verb, rest, { file, only })
  if (typeof choice === 'string') return choice
  if (verb === 'reject') return { do: 'reject', choice }
  if (entry.name !== undefined && !('ids' in choice && choice.ids.length === 1))
    return '--name: names one proposal, so accept one number with it'
  const { 'country-code': countryCode, ...others } = entry
  return { do: 'accept', choice, options: { ...others, countryCode } }
}

function readList(rest: string[], { file, only }: Pick<Values, 'file' | 'only'>): ProposalCommand | string {
  if (only !== undefined) return 'proposals list does not accept --only'
  return rest.length > 0 ? `unexpected argument: ${rest.join(' ')}` : { do: 'list', file }
}

function readMerge(
  [number, target, ...rest]: string[],
  { file, only }: Pick<Values, 'file' | 'only'>,
): ProposalCommand | string {
  if (
    file !== undefined ||
    only !== undefined ||
    number === undefined ||
    target === undefined ||
    rest.length > 0
  )
    return 'proposals merge needs a number and what the name means, such as proposals merge 7 arsenal'
  const id = idOf(number)
  return id === undefined ? `"${number}" is not the number of a proposal` : { do: 'merge', id, target }
}

function readChoice(
  verb: string,
  rest: string[],
  { file, only }: Pick<Values, 'file' | 'only'>,
): ProposalChoice | string {
  if (file === undefined) {
    if (only !== undefined) return '--only: needs --file'
    if (rest.length === 0)
      return `proposals ${verb} needs a number from the list, or --file for all of a file`
    const wrong = rest.find((number) => idOf(number) === undefined)
    if (wrong !== undefined) return `"${wrong}" is not the number of a proposal`
    return { ids: rest.map(Number) }
  }
  if (rest.length > 0) return `proposals ${verb} accepts numbers or --file, not both`
  if (only === undefined) return { file }
  const what = Object.entries(kindsOf).find(([name]) => name === only)?.[1]
  return what === undefined ? `--only: must be one of ${Object.keys(kindsOf).join(', ')}` : { file, what }
}

function idOf(number: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(number) ? Number(number) : undefined
}

/**
 * Runs the command and returns its output.
 * @throws `input.invalid` when a decision cannot be applied
 */
export async function manageProposals(
  deps: { db: Db; clock: Clock },
  command: ProposalCommand,
): Promise<string> {
  const context = { ...deps, caller: terminalCaller() }
  switch (command.do) {
    case 'list':
      return (await listProposals(context, command.file)).map(describe).join('\n') || 'No open proposals'
    case 'accept':
      return outcomeOf(await acceptProposals(context, command.choice, command.options))
    case 'merge':
      return outcomeOf(await mergeProposal(context, command.id, command.target))
    default: {
      const { rejected, dismissed } = await rejectProposals(context, command.choice)
      return `${rejected === 1 ? '1 proposal' : `${rejected} proposals`} rejected, ${rowsOf(dismissed)} dismissed`
    }
  }
}

function outcomeOf({ summary, loaded, waiting, bad }: DecisionResult): string {
  return [
    ...summary.map(printable),
    `${rowsOf(loaded)} loaded, ${waiting} still waiting`,
    ...bad.map((row) => printable(`  ${row}`)),
  ].join('\n')
}

function rowsOf(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}

function describe(proposal: ListedProposal): string {
  const { id, what, name, kind, competition, city, countryCode, fileName, line, rows, nearest, hint, like } =
    proposal
  const place = [city, countryCode].filter((part) => part !== null).join(', ')
  const about = [kind ?? what, competition, place].filter((part) => part !== null && part !== '').join(' · ')
  return [
    `${id}  ${name}  (${about}; ${rowsOf(rows)}; ${fileName}:${line})`,
    ...(hint === null ? [] : [`    ${hint}`]),
    ...(like === null ? [] : [`    looks like ${like.id}  ${like.name}`]),
    ...nearest.map(({ title, slug, score }) => `    ${Math.round(score * 100)} % ${title}  ${slug}`),
  ]
    .map(printable)
    .join('\n')
}
