import { existsSync } from 'node:fs'

/** From Debian's package `libfaketime`. */
const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

/** Why clocks cannot be changed here; `undefined` if they can. */
export function clockProblem(): string | undefined {
  return existsSync(library) ? undefined : 'changing the clock needs the Debian package libfaketime'
}

/** Environment of a program whose clock is wrong. Intervals and timeouts, which a wrong clock does not change, go on. */
const fakeTime = { LD_PRELOAD: library, FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' }

/** Environment of a program whose clock is off by this many seconds. */
export function withOffset(seconds: number): Record<string, string> {
  return { ...fakeTime, FAKETIME: `${offsetText(seconds)}s` }
}

/** Environment of a program whose clock is off by the text in a file, which it reads every second. */
export function withOffsetFile(file: string): Record<string, string> {
  return { ...fakeTime, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1' }
}

/** Seconds as the library reads them. */
export function offsetText(seconds: number): string {
  return seconds < 0 ? `${seconds}` : `+${seconds}`
}

/** A process notices another offset within a second, and the time that a server sends has no fractions of one. */
const toleranceSeconds = 2

/** How many seconds a clock that was just read is off. */
export const offsetOf = (clock: Date): number => (clock.getTime() - Date.now()) / 1000

/** How a clock differs from what it should be; `undefined` if it does not. */
export function offsetProblem(name: string, offset: number, expected: number): string | undefined {
  if (Math.abs(offset - expected) < toleranceSeconds) return undefined
  return `the clock of ${name} is off by ${offset} s instead of ${expected} s`
}

/** The library may not work with a program: then nothing would be proved. */
export function assertOffset(name: string, offset: number, expected: number): void {
  const problem = offsetProblem(name, offset, expected)
  if (problem !== undefined) throw new Error(problem)
}

/** The time of the process of Terrace that listens on the port. */
export async function readServerClock(port: number): Promise<Date> {
  const { headers } = await fetch(`http://127.0.0.1:${port}/health/live`)
  return new Date(headers.get('date') ?? '')
}
