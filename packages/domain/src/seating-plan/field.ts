/** Open grounds: named stands around an oval. */
import type { Random } from '../short-hash.ts'
import { randomItem } from '../short-hash.ts'
import { within } from './around.ts'
import { levelCategory } from './category.ts'
import { cutRing, outline } from './draft.ts'
import type { Draft, Ring, Sector } from './draft.ts'
import { roundedTrack, trackLength } from './track.ts'
import type { Track } from './track.ts'

/** Clockwise from the east, as a track is walked. */
const compass = [
  'East',
  'South East',
  'South',
  'South West',
  'West',
  'North West',
  'North',
  'North East',
] as const

/** A cricket or baseball ground or an open show ground: eight stands, from 15,000 places on with an upper tier. */
export function draftField(capacity: number, random: Random): Draft {
  const track = roundedTrack({
    width: 420,
    height: 350,
    radius: 150 + 12 * random(),
    bowLong: 0.2,
    bowShort: 0.2,
  })
  const mainStand = randomItem(random, ['North', 'South', 'West'] as const)
  const hasUpperTier = capacity >= 15_000
  const perTier = within(capacity / (hasUpperTier ? 900 : 350), 8, 48)
  const rings: { ring: Ring; level: string; prefix: string; rank: number }[] = hasUpperTier
    ? [
        { ring: { inner: 0, outer: 70 }, level: 'Lower tier', prefix: 'L', rank: 2 },
        { ring: { inner: 86, outer: 156 }, level: 'Upper tier', prefix: 'U', rank: 3 },
      ]
    : [{ ring: { inner: 0, outer: 74 }, level: 'Stands', prefix: '', rank: 2 }]
  return {
    surface: { kind: 'field', shape: outline(track, -22) },
    blocks: rings.flatMap(({ ring, level, prefix, rank }) => {
      const cuts = cutRing(track, ring, stands(track, ring), perTier, 5)
      return cuts.map((cut, index) => {
        const stand = compass[cut.sector] ?? ''
        const inStand = index - cuts.findIndex((other) => other.sector === cut.sector) + 1
        return {
          name: `${stand} ${prefix}${inStand}`,
          category: stand === mainStand ? levelCategory('Main stand', 1) : levelCategory(level, rank),
          polygon: cut.polygon,
          labelAt: cut.labelAt,
          depth: cut.depth,
          density: 1,
        }
      })
    }),
  }
}

function stands(track: Track, { inner, outer }: Ring): Sector[] {
  const whole = trackLength(track, (inner + outer) / 2)
  const share = whole / compass.length
  return compass.map((_, index) => ({ from: (index - 0.5) * share + 9, to: (index + 0.5) * share - 9 }))
}
