import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'

export interface Options {
  minutes: number
  /** Decides who does what; a run can be asked for again by it. */
  seed: string
}

/** `--minutes` and `--seed` of a trial. Throws a `RangeError` that names the one which is wrong. */
export function readOptions(args: string[], preset: { minutes: number }): Options {
  const { values } = parseArgs({ args, options: { minutes: { type: 'string' }, seed: { type: 'string' } } })
  const minutes = Number(values.minutes ?? preset.minutes)
  if (!(minutes > 0 && minutes <= 600)) throw new RangeError('--minutes: a number up to 600')
  return { minutes, seed: values.seed ?? randomBytes(4).toString('hex') }
}
