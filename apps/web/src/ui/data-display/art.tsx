import type { ReactNode } from 'react'
import { twoTone } from '@terrace/domain/text/two-tone'
import { cx } from '#web/ui/cx.ts'

/** Background and dark colour, `#rrggbb` each. */
export type ColourPair = readonly [string, string]

export type ArtPattern = 'pitch' | 'track' | 'court' | 'stage' | 'ice' | 'field'

/* Each pattern is drawn on 320 × 88 and may be cropped at the sides. */
const patterns: Record<ArtPattern, ReactNode> = {
  pitch: (
    <>
      <path d="M0 44h320M160 0v88" />
      <circle cx="160" cy="44" r="26" />
      <circle cx="160" cy="44" r="2" />
      <path d="M22 16h42v56H22M298 16h-42v56h42M64 33a14 14 0 0 1 0 22M256 33a14 14 0 0 0 0 22" />
    </>
  ),
  track: (
    <>
      <path d="M-8 84C40 20 92 68 140 62S196 14 232 22s44 68 96 40" />
      <path d="M-8 96C44 34 94 80 142 74S200 26 230 33s46 68 100 42" />
      <path d="M150 58l4 14M156 56l4 14M162 53l4 14" strokeWidth="2.5" />
    </>
  ),
  court: (
    <>
      <path d="M40 10h240v68H40zM160 10v68M40 22h240M40 66h240" />
      <path d="M100 22v44M220 22v44M100 44h120" />
    </>
  ),
  stage: (
    <>
      <path d="M150-4 52 92M156-4 112 92M160-4v96M164-4l44 96M170-4l98 96" />
      <path d="M0 74q160-22 320 0" />
      <path d="M0 82q160-22 320 0" strokeOpacity="0.5" />
    </>
  ),
  ice: (
    <>
      <rect x="16" y="8" width="288" height="72" rx="34" />
      <path d="M160 8v72M112 8v72M208 8v72" />
      <circle cx="160" cy="44" r="17" />
      <circle cx="66" cy="44" r="13" />
      <circle cx="254" cy="44" r="13" />
    </>
  ),
  field: (
    <>
      <path d="M0 8h320M0 80h320" />
      <path d="M20 0v88M55 0v88M90 0v88M125 0v88M160 0v88M195 0v88M230 0v88M265 0v88M300 0v88" />
      <path
        d="M27.5 30v6M34.5 30v6M41.5 30v6M62 30v6M69 30v6M76 30v6M97 30v6M104 30v6M111 30v6M132 30v6M139 30v6M146 30v6M167 30v6M174 30v6M181 30v6M202 30v6M209 30v6M216 30v6M237 30v6M244 30v6M251 30v6M272 30v6M279 30v6M286 30v6M27.5 52v6M34.5 52v6M41.5 52v6M62 52v6M69 52v6M76 52v6M97 52v6M104 52v6M111 52v6M132 52v6M139 52v6M146 52v6M167 52v6M174 52v6M181 52v6M202 52v6M209 52v6M216 52v6M237 52v6M244 52v6M251 52v6M272 52v6M279 52v6M286 52v6"
        strokeOpacity="0.6"
      />
    </>
  ),
}

function colourPair(name: string): ColourPair {
  const { primary, secondary } = twoTone(name)
  return [primary, secondary]
}

interface ArtProps {
  pattern: ArtPattern
  /** Explicit colours, `#rrggbb` each. */
  colours?: ColourPair | null | undefined
  /** Source of the colours when there are no explicit ones. */
  name: string
  className?: string
}

/** A two-tone pattern of a venue that cards show instead of a photograph. Decorative. */
export function Art({ pattern, colours, name, className }: ArtProps) {
  const [background, dark] = colours ?? colourPair(name)
  return (
    <svg
      viewBox="0 0 320 88"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      className={cx('block w-full', className)}
    >
      <rect width="320" height="88" fill={background} />
      <path d="M200 0h120v88H160z" fill={dark} />
      <g fill="none" stroke="#fff" strokeOpacity="0.42" strokeWidth="1.25">
        {patterns[pattern]}
      </g>
    </svg>
  )
}

/** Two colours in a disc, for a team without a crest. */
export function TwoToneDisc({
  colours,
  name,
  className,
}: {
  colours?: ColourPair | null | undefined
  name: string
  className?: string
}) {
  const [left, right] = colours ?? colourPair(name)
  return (
    <svg viewBox="0 0 40 40" aria-hidden className={cx('size-10', className)}>
      <path d="M20 1a19 19 0 0 0 0 38z" fill={left} />
      <path d="M20 1a19 19 0 0 1 0 38z" fill={right} />
      <circle cx="20" cy="20" r="19" fill="none" stroke="var(--line)" strokeWidth="1" />
    </svg>
  )
}

/** The logo's steps as large lines, for empty backgrounds. Decorative. */
export function StepLines({ className }: { className?: string }) {
  const steps = Array.from({ length: 9 }, (_, step) => ({ x: 20 + step * 22, y: 288 - step * 34 }))
  return (
    <svg
      viewBox="0 0 520 320"
      preserveAspectRatio="xMinYMax slice"
      aria-hidden
      className={cx('block text-scale-1', className)}
    >
      <g fill="none" stroke="currentColor" strokeWidth="1.5">
        {steps.map(({ x, y }) => (
          <path key={x} d={`M${x} 320V${y}H520`} />
        ))}
      </g>
    </svg>
  )
}
