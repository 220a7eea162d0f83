import type { Clock } from '../shared/clock.ts'

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  set(moment: Date | string): void
  advance(milliseconds: number): void
}

export function createTestClock(start: Date | string = new Date()): TestClock {
  let moment = new Date(start)
  return {
    now: () => new Date(moment),
    set: (next) => {
      moment = new Date(next)
    },
    advance: (milliseconds) => {
      moment = new Date(moment.getTime() + milliseconds)
    },
  }
}
