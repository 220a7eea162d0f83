import type { Random } from '@terrace/domain/text/short-hash'

/** Returns a weighted random choice; the same random number gives the same choice. */
export function weighted<Choice>(
  ...choices: readonly [weight: number, choice: Choice][]
): (random: Random) => Choice {
  const totalWeight = choices.reduce((sum, [weight]) => sum + weight, 0)
  const last = choices.at(-1)
  if (!last) throw new RangeError('choices must not be empty')
  return (random) => {
    let target = random() * totalWeight
    for (const [weight, choice] of choices) {
      target -= weight
      if (target < 0) return choice
    }
    return last[1]
  }
}
