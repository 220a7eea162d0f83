import { setImmediate as nextTurn } from 'node:timers/promises'

/** Lets a long computation give other work its turn. */
export interface Turns {
  /** Whether other work has waited long enough. */
  isTurnOver(): boolean
  takeTurn(): Promise<void>
}

/** The longest time that work in the background holds the event loop. */
const turnMs = 8

export function createTurns(): Turns {
  let until = performance.now() + turnMs
  return {
    isTurnOver: () => performance.now() >= until,
    async takeTurn() {
      await nextTurn()
      until = performance.now() + turnMs
    },
  }
}
