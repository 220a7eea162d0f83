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
