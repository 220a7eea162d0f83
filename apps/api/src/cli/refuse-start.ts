import { explainStart } from '../shared/start-refusal.ts'

/** Says why a command could not begin; answers its exit code. What is wrong inside still shows its stack. */
export function refuseStart(error: unknown): number {
  console.error(explainStart(error))
  return 1
}
