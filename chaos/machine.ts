import { parseArgs } from 'node:util'
import { clockProblem } from './fake-time.ts'
import { moveClock } from './machine/clock-faults.ts'
import { failDisk, fillDisk, fillWalDisk, protectDisk } from './machine/disk-faults.ts'
import { loseDatabase } from './machine/lose-database.ts'
import { createVolume, volumeProblem, type Volume } from './machine/volume.ts'
import type { Result } from './machine/with-fault.ts'
import { TimeLimitExceeded, withTimeLimit } from './time-limit.ts'

/** Above the limits of starting, recovering and stopping together. */
const faultLimitMs = 8 * 60_000

const faults = {
  'full-disk': fillDisk,
  'full-wal': fillWalDisk,
  'read-only': protectDisk,
  'disk-error': failDisk,
  'lost-database': loseDatabase,
  clock: moveClock,
} satisfies { [name: string]: (create: (megabytes: number) => Volume) => Promise<Result> }

type FaultName = keyof typeof faults

/**
 * Faults of the machine under an installation that `npm start` runs: buyers hold and pay before, during and after each.
 * Every response that they got must be true afterwards.
 */
export async function machine(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { fault: { type: 'string' } } })
  const names = Object.keys(faults).filter((name): name is FaultName => name in faults)
  const chosen = values.fault === undefined ? names : names.filter((name) => name === values.fault)
  if (chosen.length === 0) throw new RangeError(`--fault: one of ${names.join(', ')}`)
  const problem = volumeProblem()
  if (problem !== undefined) {
    console.log(JSON.stringify({ chaos: 'machine', ok: true, skipped: problem }))
    return true
  }
  let isConsistent = true
  for (const name of chosen) {
    const missing = name === 'clock' ? clockProblem() : undefined
    if (missing !== undefined) {
      console.log(JSON.stringify({ chaos: 'machine', fault: name, ok: true, skipped: missing }))
      continue
    }
    const { problems, isHanging, ...counts } = await runFault(name)
    isConsistent &&= problems.length === 0
    console.log(
      JSON.stringify({ chaos: 'machine', fault: name, ok: problems.length === 0, problems, ...counts }),
    )
    if (isHanging) break
  }
  return isConsistent
}

async function runFault(name: FaultName): Promise<Result & { isHanging?: boolean }> {
  const volumes: Volume[] = []
  const create = (megabytes: number) => {
    const volume = createVolume(megabytes)
    volumes.push(volume)
    return volume
  }
  try {
    return await withTimeLimit(name, faultLimitMs, faults[name](create))
  } catch (error) {
    if (error instanceof TimeLimitExceeded) return { problems: [error.message], isHanging: true }
    return { problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)] }
  } finally {
    for (const volume of volumes.toReversed()) volume.remove()
  }
}
