/**
 * A map of numbers that are hashes to whole numbers from 0 on, in 24 bytes per entry outside of V8's heap. A `Map` of
 * half a million would take 40 MB of it.
 */
export interface NumberMap {
  get(key: number): number | undefined
  set(key: number, value: number): void
}

const firstSize = 1024

export function openNumberMap(): NumberMap {
  let keys = new Float64Array(firstSize)
  // One more than the value; 0 marks a free place.
  let values = new Uint32Array(firstSize)
  let count = 0

  function placeOf(key: number): number {
    const { length } = keys
    let place = key % length
    while (values[place] !== 0 && keys[place] !== key) place = (place + 1) % length
    return place
  }

  function grow(): void {
    const [oldKeys, oldValues] = [keys, values]
    keys = new Float64Array(oldKeys.length * 2)
    values = new Uint32Array(oldKeys.length * 2)
    for (const [place, value] of oldValues.entries()) {
      if (value === 0) continue
      const next = placeOf(oldKeys[place] ?? 0)
      keys[next] = oldKeys[place] ?? 0
      values[next] = value
    }
  }

  return {
    get(key) {
      const value = values[placeOf(key)] ?? 0
      return value === 0 ? undefined : value - 1
    },
    set(key, value) {
      if (2 * (count + 1) > keys.length) grow()
      const place = placeOf(key)
      if (values[place] === 0) count += 1
      keys[place] = key
      values[place] = value + 1
    },
  }
}
