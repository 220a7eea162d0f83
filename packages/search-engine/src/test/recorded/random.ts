/** Random choices that are the same in every run. */
export interface Random {
  /** From 0 to below 1. */
  next(): number
  below(count: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  chance(probability: number): boolean
}

/** A linear congruential generator: good enough for test data, and the same on every machine. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    next,
    below,
    pick: ([first, ...others]) => [first, ...others][below(others.length + 1)] ?? first,
    chance: (probability) => next() < probability,
  }
}
