import type { Random } from '@terrace/domain/short-hash'

/** Choices with their weights; the same number from `random` gives the same choice. */
export function weighted<Choice>(
  ...choices: readonly [weight: number, choice: Choice][]
): (random: Random) => Choice {
  const whole = choices.reduce((sum, [weight]) => sum + weight, 0)
  const last = choices.at(-1)
  if (!last) throw new RangeError('there is nothing to choose from')
  return (random) => {
    let target = random() * whole
    for (const [weight, choice] of choices) {
      target -= weight
      if (target < 0) return choice
    }
    return last[1]
  }
}
