import { formatCount } from '@terrace/domain/tickets/format-count'
import { terminalActor } from '#api/audit/actor.ts'
import type { Db } from '#api/db/client.ts'
import { countRulesOn, readStop, resumeAllRules, stopAllRules } from '#api/modules/price-rules/index.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { AdminValues, ParsedCommand } from './options.ts'

/** Commands for the price rules of all sellers. */
export type PriceRulesCommand = { do: 'stop'; reason: string } | { do: 'resume' | 'status' }

/** Parses what follows `price-rules`; returns an error message if it is invalid. */
export function parsePriceRulesCommand(
  [verb, ...rest]: string[],
  { reason }: AdminValues,
): ParsedCommand<PriceRulesCommand> {
  if (rest.length > 0) return `unexpected argument: ${rest.join(' ')}`
  if (verb === 'resume' || verb === 'status') return { request: { do: verb }, options: [] }
  if (verb !== 'stop') return 'price-rules needs stop, resume or status'
  if (reason === undefined || reason.trim() === '' || reason.length > 500)
    return 'price-rules stop needs --reason with at most 500 characters, which sellers see'
  return { request: { do: 'stop', reason: reason.trim() }, options: ['reason'] }
}

export async function managePriceRules(
  { db, clock }: { db: Db; clock: Clock },
  request: PriceRulesCommand,
): Promise<string> {
  const actor = terminalActor()
  switch (request.do) {
    case 'stop':
      await stopAllRules({ db, clock, actor }, request.reason)
      return 'All price rules are stopped'
    case 'resume':
      return (await resumeAllRules({ db, actor })) ? 'Price rules run again' : 'Price rules were not stopped'
    default: {
      const stop = await readStop(db)
      const on = await countRulesOn(db)
      const state = stop ? `stopped since ${stop.stoppedAt.toISOString()}: ${stop.reason}` : 'running'
      return `Price rules: ${state}\n${formatCount(on)} switched on`
    }
  }
}
