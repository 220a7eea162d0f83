/** Stages of a competition that people search by. The event index stores them, so that both use the same words. */
export const stages = {
  final: 'Final',
  'semi-final': 'Semi-final',
  'quarter-final': 'Quarter-final',
  'round-of-16': 'Round of 16',
  'group-stage': 'Group stage',
  'play-off': 'Play-off',
} as const
export type Stage = keyof typeof stages

// The first that matches counts: a semi-final is no final.
const words: readonly (readonly [Stage, string])[] = [
  ['semi-final', 'semi[- ]?finals?|semis?'],
  ['quarter-final', 'quarter[- ]?finals?|quarters?'],
  ['round-of-16', 'round of 16|last 16|r16'],
  ['group-stage', '(?:group stage|group phase|league phase|groups?)(?: [a-l])?'],
  ['play-off', 'play[- ]?offs?'],
  ['final', '(?:the |grand )?finals?'],
]

const atStart = words.map(
  ([stage, pattern]) => [stage, new RegExp(`^(?:${pattern})(?![\\p{L}\\p{N}])`, 'iu')] as const,
)
const anywhere = words.map(
  ([stage, pattern]) =>
    [stage, new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'iu')] as const,
)

/** The stage at the beginning of `line`, which is folded, and its length. */
export function findStage(line: string): { stage: Stage; length: number } | undefined {
  for (const [stage, pattern] of atStart) {
    const [text] = pattern.exec(line) ?? []
    if (text !== undefined) return { stage, length: text.length }
  }
  return undefined
}

/** The stage that a round or title names: 'Semi-finals' → 'semi-final'. */
export function stageOf(text: string): Stage | undefined {
  return anywhere.find(([, pattern]) => pattern.test(text))?.[0]
}
