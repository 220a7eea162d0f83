import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'

export interface Options {
  minutes: number
  /** Seed of all random decisions, to repeat a run. */
  seed: string
}

/**
 * Parses `--minutes` and `--seed`.
 * @throws {RangeError} that names the invalid option
 */
export function readOptions(args: string[], preset: { minutes: number }): Options {
  const { values } = parseArgs({ args, options: { minutes: { type: 'string' }, seed: { type: 'string' } } })
  const minutes = Number(values.minutes ?? preset.minutes)
  if (!(minutes > 0 && minutes <= 600)) throw new RangeError('--minutes: a number up to 600')
  return { minutes, seed: values.seed ?? randomBytes(4).toString('hex') }
}

/** Shoppers share one IP address, do not wait, and pay with cards that are declined: no limit may stop them. */
export const withoutLimits = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  WORK_MS_PER_ADDRESS: '100000000',
  WORK_MS_PER_ACCOUNT: '100000000',
  HOLD_COOLDOWN_AFTER: '0',
  CARD_DECLINES_PER_ACCOUNT: '1000000',
  CARD_DECLINES_PER_CARD: '1000000',
  CARD_DECLINES_PER_ADDRESS: '1000000',
} as const
