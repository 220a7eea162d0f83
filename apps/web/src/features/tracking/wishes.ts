/** What the user has wished of a listing by pressing, while answers that show it are still to come. */
export interface Wish {
  isTracked: boolean
  /** What the server has said to the last press that it answered with success. */
  confirmed: boolean | undefined
  /** Presses that are not answered yet. */
  pending: number
}

/** By listing. */
export type Wishes = Readonly<Record<string, Wish>>

/** With one more press. */
export function pressed(wishes: Wishes, id: string, isTracked: boolean): Wishes {
  const known = wishes[id]
  return {
    ...wishes,
    [id]: { isTracked, confirmed: known?.confirmed, pending: (known?.pending ?? 0) + 1 },
  }
}

/**
 * With one press answered: `answer` is what is so now, undefined where it failed. What failed is undone, unless it has
 * been pressed again meanwhile: then that press decides.
 */
export function answered(wishes: Wishes, id: string, answer: boolean | undefined): Wishes {
  const known = wishes[id]
  if (!known) return wishes
  const confirmed = answer ?? known.confirmed
  const pending = known.pending - 1
  if (pending > 0) return { ...wishes, [id]: { ...known, confirmed, pending } }
  return confirmed === undefined
    ? without(wishes, id)
    : { ...wishes, [id]: { isTracked: confirmed, confirmed, pending: 0 } }
}

/** Without the wish that the server's own lists show by now. */
export function without(wishes: Wishes, id: string): Wishes {
  const { [id]: _shown, ...rest } = wishes
  return rest
}
