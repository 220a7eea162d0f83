import { readFile } from 'node:fs/promises'
import { formatCount } from '@terrace/domain/tickets/format-count'
import {
  authoriseTeam,
  listResaleRules,
  loadResaleRules,
  switchResaleRule,
  type ResaleRuleDeps,
} from '#api/modules/supply/index.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { printable } from '#api/shared/text/printable.ts'
import type { ParsedCommand } from './options.ts'

/** Commands about where tickets may be resold, and by which teams. */
export type ResaleRulesCommand =
  | { do: 'list' }
  | { do: 'load'; file: string }
  | { do: 'switch'; id: string; isOn: boolean }
  | { do: 'authorise'; ruleId: string; teamId: string; isAuthorised: boolean }

/** Parses what follows `resale-rules`; returns an error message if it is invalid. */
export function parseResaleRulesCommand([
  verb = 'list',
  ...rest
]: string[]): ParsedCommand<ResaleRulesCommand> {
  const [first, second, ...surplus] = rest
  if (surplus.length > 0) return `unexpected argument: ${surplus.join(' ')}`
  if (verb === 'authorise' || verb === 'deauthorise') {
    if (first === undefined || second === undefined) return `${verb} needs a rule and a team id`
    return takesNoOptions({
      do: 'authorise',
      ruleId: first,
      teamId: second,
      isAuthorised: verb === 'authorise',
    })
  }
  if (second !== undefined) return `unexpected argument: ${second}`
  if (verb === 'list')
    return first === undefined ? takesNoOptions({ do: 'list' }) : `unexpected argument: ${first}`
  if (verb === 'load')
    return first === undefined ? 'load needs a file' : takesNoOptions({ do: 'load', file: first })
  if (verb !== 'on' && verb !== 'off')
    return 'resale-rules needs list, load, on, off, authorise or deauthorise'
  return first === undefined
    ? `${verb} needs a rule`
    : takesNoOptions({ do: 'switch', id: first, isOn: verb === 'on' })
}

const takesNoOptions = (request: ResaleRulesCommand) => ({ request, options: [] })

export async function manageResaleRules(deps: ResaleRuleDeps, request: ResaleRulesCommand): Promise<string> {
  switch (request.do) {
    case 'list':
      return listText(await listResaleRules(deps))
    case 'load': {
      const kept = await loadResaleRules(deps, await readText(request.file))
      const hint =
        kept.length === 0
          ? ''
          : `. Not changed, because they are on: ${kept.join(', ')}. Switch them off first`
      return `Rules of ${request.file} loaded${hint}`
    }
    case 'switch': {
      const withdrawn = await switchResaleRule(deps, request)
      if (!request.isOn) return `${request.id} is off. Sellers can put their listings on sale again`
      return `${request.id} is on. ${formatCount(withdrawn)} listings were taken off sale; holds and unpaid orders go on`
    }
    default: {
      const withdrawn = await authoriseTeam(deps, request)
      return request.isAuthorised
        ? `${request.teamId} may sell in spite of ${request.ruleId}`
        : `${request.teamId} is no longer authorised by ${request.ruleId}. ${formatCount(withdrawn)} listings were taken off sale`
    }
  }
}

const kindTexts = {
  forbidden: 'no resale',
  authorised_only: 'authorised sellers only',
  price_cap: 'at most',
} as const

function listText(rules: Awaited<ReturnType<typeof listResaleRules>>): string {
  const blocks = rules.map((rule) => {
    const scope = [rule.competition, rule.country_code].filter(Boolean).join(' in ')
    const what =
      rule.kind === 'price_cap' ? `at most ${rule.cap_percent} % of the face value` : kindTexts[rule.kind]
    return [
      `${rule.isOn ? 'on ' : 'off'}  ${rule.id}: ${scope}, ${what}`,
      `     ${rule.reason}`,
      ...(rule.note === '' ? [] : [`     ${rule.note}`]),
      ...(rule.teams.length === 0
        ? []
        : [`     authorised: ${rule.teams.map(({ id, name }) => `${name} (${id})`).join(', ')}`]),
    ]
      .map(printable)
      .join('\n')
  })
  return [
    ...blocks,
    'Rules are off until counsel has confirmed them: npm run admin -- resale-rules on <rule>',
  ].join('\n')
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw invalidInput({ file: [`${file} can’t be read`] })
  }
}
