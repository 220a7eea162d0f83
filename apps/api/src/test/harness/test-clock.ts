import type { Clock } from '#api/shared/clock.ts'

/** A clock that moves only when a test advances it. */
export interface TestClock extends Clock {
  set(time: Date | string): void
  advance(milliseconds: number): void
}

export function createTestClock(start: Date | string = new Date()): TestClock {
  let time = new Date(start)
  return {
    now: () => new Date(time),
    set: (next) => {
      time = new Date(next)
    },
    advance: (milliseconds) => {
      time = new Date(time.getTime() + milliseconds)
    },
  }
}
