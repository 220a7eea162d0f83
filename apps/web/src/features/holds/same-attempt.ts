/** A lost answer is asked for again soon, or it is another intention; well within the time of a hold. */
const repeatedWithinMs = 10 * 60_000

let releasedAt = 0

/** Tickets went back: who asks for them after this means to hold them anew. */
export function noteRelease(): void {
  releasedAt = Date.now()
}

/** Whether a hold that was asked for then, and never answered, is what the same press asks for now. */
export function isSameAttempt(since: number): boolean {
  return since > releasedAt && Date.now() - since < repeatedWithinMs
}
