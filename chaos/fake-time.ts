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
